/*
 * Whoever asks for a form types into it at once, also while it is on its way. What is typed until one of its fields has the focus is held here and then typed into
 * that field; until then no key is a command.
 */

/** After this time, also a slow machine has drawn the form and given the focus to its field, if it has one. */
const patienceMilliseconds = 1000;

/** Fields whose letters, ⌘Z, ⌘A and the like are their own. */
export const editsText = "input:not([type=checkbox], [type=radio]), textarea, [contenteditable]:not([contenteditable=false])";

/** On a form of one line, or around a search of choices: Enter that was pressed before it was there sends it, or takes the first match. */
export const entersAtOnce = "data-enters-at-once";

interface Opening {
  readonly cancel: () => void;
}

/** Forms that are not drawn yet. */
const openings = new Set<Opening>();
let isHeld = false;
let text = "";
/** After Enter and Tab: what follows is not for the first field, and there is no other yet. */
let closedBy: "Enter" | "Tab" | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

export const isTypingHeld = (): boolean => isHeld;

/**
 * Holds what is typed for a form that is on its way.
 *
 * @param cancel gives the form up, as Escape does in it
 * @returns what to call once it is drawn
 */
export function holdTyping(cancel: () => void): () => void {
  const opening = { cancel };
  begin();
  openings.add(opening);
  return () => {
    openings.delete(opening);
    wait();
  };
}

/** The same for a field that has the focus in a moment. */
export function expectField(): void {
  begin();
  wait();
}

interface Focusable {
  focus(): void;
}

/** Focuses a field that is about to be drawn. */
export function focusSoon(field: () => Focusable | null | undefined, cancel: () => void): void {
  const release = holdTyping(cancel);
  const end = performance.now() + 3 * patienceMilliseconds;
  function look() {
    const found = field();
    found?.focus();
    if (found || performance.now() > end) release();
    else requestAnimationFrame(look);
  }
  setTimeout(look);
}

/** A key that was pressed while typing is held. Answers whether it is taken. */
export function holdKey(key: string): boolean {
  const isWritten = [...key].length === 1;
  if (isWritten && !closedBy) text += key;
  else if (key === "Backspace" && !closedBy) text = [...text].slice(0, -1).join("");
  else if (key === "Escape") {
    const last = [...openings].at(-1);
    stopHolding();
    last?.cancel();
    // A form that is drawn has its own answer to it.
    return last !== undefined;
  } else if ((key === "Enter" || key === "Tab") && text !== "") closedBy ??= key;
  else return isWritten;
  return true;
}

function begin(): void {
  clearTimeout(timer);
  if (isHeld) return;
  isHeld = true;
  // Before whatever has the focus: a row takes letters for a search, a cell for its new value.
  document.addEventListener("keydown", onKeyDown, true);
  document.addEventListener("focusin", onFocusIn);
  document.addEventListener("pointerdown", stopHolding, true);
}

/** Lets go of what was typed, and of the keys: no form comes. */
export function stopHolding(): void {
  clearTimeout(timer);
  openings.clear();
  [isHeld, text, closedBy] = [false, "", undefined];
  document.removeEventListener("keydown", onKeyDown, true);
  document.removeEventListener("focusin", onFocusIn);
  document.removeEventListener("pointerdown", stopHolding, true);
}

/** Until the forms that are drawn have had the time to take the focus. */
function wait(): void {
  if (!isHeld || openings.size > 0) return;
  clearTimeout(timer);
  timer = setTimeout(stopHolding, patienceMilliseconds);
  setTimeout(deliver);
}

function onKeyDown(event: KeyboardEvent): void {
  // With Ctrl and Alt, many layouts write characters such as @.
  const isShortcut = (event.ctrlKey || event.metaKey) && !event.getModifierState("AltGraph");
  if (event.isComposing || isShortcut || !holdKey(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Once everything that moves the focus as it is drawn has done so. */
const onFocusIn = (): void => void setTimeout(deliver);

function deliver(): void {
  const focused = document.activeElement;
  if (!isHeld || openings.size > 0 || !focused) return;
  const [written, isEntered] = [text, closedBy === "Enter"];
  if (focused.matches(editsText)) {
    stopHolding();
    // As if typed: the field's own handlers hear of it, and its undo knows it.
    if (written !== "") document.execCommand("insertText", false, written);
    // Sent is only what its writer has seen, except from a line of which Enter is a part and whose effect can be undone.
    const line = isEntered && focused instanceof HTMLInputElement && focused.closest(`[${entersAtOnce}]`);
    // Once it is drawn with the text.
    if (line)
      setTimeout(() => {
        if (line instanceof HTMLFormElement) line.requestSubmit();
        else focused.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
      });
  } else if (focused.closest("[role=dialog], [role=alertdialog]")?.querySelector(editsText) === null) stopHolding();
}
