/**
 * The page in a frame of somebody's site: it says how high it is. The site's script asks first, and only the origin that asked is told; the page of another site that
 * frames it without the script is told nothing.
 */
export function growWithContent(): void {
  if (window.parent === window) return;
  document.documentElement.dataset["embedded"] = "";
  let asked = "";
  addEventListener("message", ({ source, origin, data }) => {
    if (source !== window.parent || data !== "kartis:form?") return;
    const tell = () =>
      window.parent.postMessage({ kind: "kartis:form", height: Math.ceil(document.body.getBoundingClientRect().height) }, origin);
    tell();
    if (asked === origin) return;
    asked = origin;
    new ResizeObserver(tell).observe(document.body);
  });
}

/** Leaves for the page that the form's owner has chosen, with the whole window. */
export function leaveFor(address: string): void {
  try {
    (window.top ?? window).location.href = address;
  } catch {
    // The site does not let its frames navigate: the visitor follows the link.
  }
}
