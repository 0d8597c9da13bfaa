import type { KeyboardEvent, MouseEvent } from "react";
import { reportFailure } from "../../../lib/failures.ts";
import { TextEditor } from "../../fields/parts.ts";
import type { GridActions } from "./actions/grid-actions.ts";
import type { Grid } from "./grid.ts";

let actionsOf: ((grid: Grid) => GridActions) | undefined;

async function load() {
  // A letter opens the editor that takes the next ones, so they come together.
  const [{ gridActions, preloadSaving }] = await Promise.all([import("./actions/grid-actions.ts"), TextEditor.preload()]);
  if (!actionsOf) preloadSaving();
  actionsOf = gridActions;
  return gridActions;
}

/** Fetches what keys and presses do, ahead of the first. For when the rows stand: none of them waits for it. */
export const preloadPresses = (): void => void load().catch(() => undefined);

/** Does something in the table. Where an edit or a menu is open it happens at once. */
export const inGrid = (grid: Grid, act: (actions: GridActions) => void): void =>
  actionsOf ? act(actionsOf(grid)) : void load().then((loaded) => act(loaded(grid)), reportFailure);

/** Keys and presses that came before the code of what they do, in their order. */
const held: { readonly target: EventTarget; readonly again: Event }[] = [];

function hold(event: KeyboardEvent | MouseEvent, again: Event): void {
  event.preventDefault();
  held.push({ target: event.target, again });
  if (held.length > 1) return;
  load()
    .then(release)
    .catch((failure) => {
      held.length = 0;
      reportFailure(failure);
    });
}

/** One of them is being done: what it sets off is not held again. What comes meanwhile waits for its turn. */
let isStriking = false;

async function release(): Promise<void> {
  for (let [next] = held; next; [next] = held) {
    const opening = document.activeElement;
    if (awaitsEditor(opening) && next.again instanceof window.KeyboardEvent && isForEditor(next.again)) {
      await editorCame();
      // Canceled by Escape, or the pointer went elsewhere: drop the keys that were meant for the editor.
      if (!opening.isConnected || opening.dataset["editing"] === undefined || opening === document.activeElement) {
        held.length = 0;
        return;
      }
    }
    isStriking = true;
    try {
      if (next.again instanceof window.KeyboardEvent) strike(next.again, document.activeElement ?? next.target);
      else next.target.dispatchEvent(next.again);
    } finally {
      isStriking = false;
    }
    // The next finds what this one has drawn.
    await new Promise((resolve) => setTimeout(resolve));
    held.shift();
  }
}

function strike(again: globalThis.KeyboardEvent, target: EventTarget): void {
  // A press or a letter has opened an editor, which takes the next ones; no key that a script strikes writes or selects anything.
  if (!(target instanceof HTMLInputElement)) target.dispatchEvent(again);
  else if (again.key === "Backspace") write(target, "");
  else if (again.key.length > 1) target.dispatchEvent(again);
  else if (again.ctrlKey || again.metaKey) {
    if (again.code === "KeyA") target.select();
  } else write(target, again.key);
}

/** Writes in place of what is selected, or takes the character before it. */
function write(input: HTMLInputElement, text: string): void {
  const end = input.selectionEnd ?? 0;
  const start = input.selectionStart ?? 0;
  input.setRangeText(text, text === "" && start === end ? Math.max(0, start - 1) : start, end, "end");
  input.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

/** Whether the focus is on a cell whose editor is still loading; the editor takes the focus when it has loaded. */
const awaitsEditor = (focused: EventTarget | null): focused is HTMLElement =>
  focused instanceof HTMLElement && focused.dataset["column"] !== undefined && focused.dataset["editing"] !== undefined;

/** Keys that must wait for the editor. Letters and Backspace change its initial text instead, and Escape cancels it. */
const isForEditor = ({ key }: globalThis.KeyboardEvent): boolean => key.length > 1 && key !== "Backspace" && key !== "Escape";

let onLetGo: (() => void) | undefined;

/** Waits for the focus to go into the editor, or for Escape. */
async function editorCame(): Promise<void> {
  await new Promise<void>((resolve) => {
    onLetGo = resolve;
    document.addEventListener("focusin", () => resolve(), { once: true });
  });
  // The list highlights its best match one task after it renders.
  await new Promise((resolve) => setTimeout(resolve));
}

const hasModifier = ({ altKey, ctrlKey, metaKey }: KeyboardEvent | MouseEvent): boolean => altKey || ctrlKey || metaKey;

/** With Ctrl or ⌘ these keys move and select in the table; other combinations belong to the browser. */
const ways: ReadonlySet<string> = new Set(["Home", "End", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]);
const isTables = ({ key, code, altKey }: KeyboardEvent): boolean => !altKey && (ways.has(key) || code === "KeyA");

/** The meaning of ⌘A and ⌘Z depends on the editor that a held key press opens: its text, or all cards and the last change. */
const followsHeld = (event: KeyboardEvent): boolean =>
  held.length > 0 && (event.ctrlKey || event.metaKey) && !event.altKey && (event.code === "KeyA" || event.code === "KeyZ");

/** @returns whether the key is held */
function holdKey(event: KeyboardEvent): boolean {
  const isOfHeld = followsHeld(event) || (event.key === "Tab" && held.length > 0);
  const isBrowsers = (hasModifier(event) && !isTables(event)) || event.key === "Shift" || event.key === "Tab";
  const isHeld = isOfHeld || !isBrowsers;
  if (isHeld) hold(event, new window.KeyboardEvent(event.type, event.nativeEvent));
  return isHeld;
}

function holdPress(event: MouseEvent): void {
  // With a modifier it is the browser's link.
  if (!hasModifier(event)) hold(event, new window.MouseEvent(event.type, event.nativeEvent));
}

/** The grid's handlers of keys and presses. */
export function pressesOf(grid: Grid) {
  const now = () => (held.length === 0 || isStriking ? actionsOf?.(grid) : undefined);
  const onPress = (kind: "onClick" | "onContextMenu" | "onDoubleClick") => (event: MouseEvent<HTMLDivElement>) => {
    const actions = now();
    if (actions) actions[kind](event);
    else holdPress(event);
  };
  return {
    /** Keys in an editor that an earlier one has opened, while others before them wait for their turn. */
    onKeyDownCapture(event: KeyboardEvent<HTMLDivElement>) {
      const isNext = held.length === 0 || isStriking || event.nativeEvent.isComposing;
      if (!isNext && event.target instanceof HTMLInputElement && holdKey(event)) event.stopPropagation();
    },
    onClick: onPress("onClick"),
    onContextMenu: onPress("onContextMenu"),
    onDoubleClick: onPress("onDoubleClick"),
    onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
      if (awaitsEditor(event.target) && actionsOf && !event.nativeEvent.isComposing) {
        const does = held.length === 0 || isStriking || event.key === "Escape" ? actionsOf(grid).typeAhead(event) : "hold";
        if (does === "hold") hold(event, new window.KeyboardEvent(event.type, event.nativeEvent));
        else if (does === "letGo") onLetGo?.();
        return;
      }
      const actions = now();
      if (actions) actions.onKeyDown(event);
      else holdKey(event);
    },
  };
}
