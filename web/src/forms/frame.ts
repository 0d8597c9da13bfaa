/**
 * The form embedded in another site reports its height. The site's script asks first, and only the asking origin gets an answer: a site that frames the page without
 * the script learns nothing.
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
