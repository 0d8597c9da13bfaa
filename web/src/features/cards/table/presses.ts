import type { KeyboardEvent, MouseEvent } from "react";
import { reportFailure } from "../../../lib/failures.ts";
import { TextEditor } from "../fields/parts.ts";
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
  load().then(release, (failure) => {
    held.length = 0;
    reportFailure(failure);
  });
}

async function release(): Promise<void> {
  for (const { target, again } of held.splice(0)) {
    if (again instanceof window.KeyboardEvent) strike(again, document.activeElement ?? target);
    else target.dispatchEvent(again);
    // The next finds what this one has drawn.
    await Promise.resolve();
  }
}

function strike(again: globalThis.KeyboardEvent, target: EventTarget): void {
  // A letter has opened an editor, which takes the next ones; no key that a script strikes writes anything.
  if (target instanceof HTMLInputElement && again.key.length === 1) {
    target.setRangeText(again.key, target.value.length, target.value.length, "end");
    target.dispatchEvent(new InputEvent("input", { bubbles: true }));
  } else target.dispatchEvent(again);
}

const hasModifier = ({ altKey, ctrlKey, metaKey }: KeyboardEvent | MouseEvent): boolean => altKey || ctrlKey || metaKey;

function holdKey(event: KeyboardEvent): void {
  const isBrowsers = hasModifier(event) || event.key === "Shift" || (event.key === "Tab" && held.length === 0);
  if (!isBrowsers) hold(event, new window.KeyboardEvent(event.type, event.nativeEvent));
}

function holdPress(event: MouseEvent): void {
  // With a modifier it is the browser's link.
  if (!hasModifier(event)) hold(event, new window.MouseEvent(event.type, event.nativeEvent));
}

/** The grid's handlers of keys and presses. */
export const pressesOf = (grid: Grid) => ({
  onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => (actionsOf ? actionsOf(grid).onKeyDown(event) : holdKey(event)),
  onClick: (event: MouseEvent<HTMLDivElement>) => (actionsOf ? actionsOf(grid).onClick(event) : holdPress(event)),
  onContextMenu: (event: MouseEvent<HTMLDivElement>) => (actionsOf ? actionsOf(grid).onContextMenu(event) : holdPress(event)),
  onDoubleClick: (event: MouseEvent<HTMLDivElement>) => (actionsOf ? actionsOf(grid).onDoubleClick(event) : holdPress(event)),
});
