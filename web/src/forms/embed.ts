/**
 * The script of the snippet that people put into their site: each frame of a form becomes as high as its content. Messages are exchanged with Kartis' origin alone, and
 * a frame changes its own height only. A classic script, which leaves no name in the site's scope.
 */
(() => {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) return;
  const kartis = new URL(script.src).origin;
  const highest = 10_000;
  const framesOf = () => [...document.querySelectorAll("iframe")].filter(({ src }) => src.startsWith(`${kartis}/forms/`));

  addEventListener("message", ({ source, origin, data }) => {
    if (origin !== kartis || data?.kind !== "kartis:form" || !(data.height > 0)) return;
    const frame = framesOf().find(({ contentWindow }) => contentWindow === source);
    if (frame) frame.style.height = `${Math.min(Number(data.height), highest)}px`;
  });

  function begin(): void {
    for (const frame of framesOf()) {
      const ask = () => frame.contentWindow?.postMessage("kartis:form?", kartis);
      frame.addEventListener("load", ask);
      ask();
    }
  }
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin);
  else begin();
})();
