import { focusProblem } from "./focus-problem.ts";

/** Why a form was not taken: of a field, or of all of it. */
const problem = '[role="alert"], [slot="errorMessage"]';

/**
 * The buttons of a dialog are pinned below a body that may be longer than the window: what comes of pressing them is scrolled into view, the first of several, and
 * a field that is wrong has the focus.
 * Only then, and until one goes on writing: a file that fails to upload meanwhile pulls nobody away from the line they write.
 */
export function showProblems(body: HTMLElement): () => void {
  const dialog = body.parentElement ?? body;
  const ending = new AbortController();
  let isAsked = false;
  const ask = ({ type, target }: Event) => {
    isAsked = type === "submit" || (target instanceof Node && !body.contains(target));
  };
  for (const type of ["submit", "pointerdown", "keydown"])
    dialog.addEventListener(type, ask, { capture: true, signal: ending.signal });
  const watching = new MutationObserver((changes) => {
    if (!isAsked) return;
    const added = new Set(changes.flatMap(({ addedNodes }) => [...addedNodes]));
    const isNew = (element: Element) => [...added].some((node) => node.contains(element));
    const first = [...body.querySelectorAll(problem)].find(isNew);
    // For a field's message, the field as well.
    (first?.matches("[slot]") ? first.parentElement : first)?.scrollIntoView({ block: "nearest" });
    if (first) focusProblem(body);
  });
  watching.observe(body, { childList: true, subtree: true });
  return () => {
    ending.abort();
    watching.disconnect();
  };
}
