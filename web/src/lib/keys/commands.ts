import { useId, useLayoutEffect, useSyncExternalStore } from "react";
import type { IconShape } from "../../ui/display/Icon.tsx";
import { editsText, expectField, holdKey, isTypingHeld } from "./held-typing.ts";
import { shortcutKeys, stepOf } from "./shortcuts.ts";

/** Order in which the palette and the help list them. */
export const commandGroups = ["chats", "card", "list", "create", "go", "account"] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** Something a person can do now, wherever it is offered: by its key, in the palette, in the help. */
export interface Command {
  /** Names what it does; of two with the same id the one mounted last counts, so a dialog may take a page's place. */
  readonly id: string;
  /** A function where its words come with the palette. */
  readonly label: string | (() => string);
  readonly group: CommandGroup;
  readonly icon?: IconShape;
  /** In the notation of `Kbd`: `J`, `/`, `Escape`, `Mod+K`, or two keys in sequence, `G C`. Letters work on every layout. */
  readonly shortcut?: string;
  /** More words to find it by. */
  readonly keywords?: string;
  /** Steps that only make sense as keys (next, previous, back) are in the help alone. */
  readonly onlyKey?: boolean;
  /** The page's own command with the same key goes before it, whichever was mounted first. */
  readonly isOnEveryPage?: boolean;
  /** What is typed next belongs into the field that it opens. */
  readonly opensField?: boolean;
  readonly run: () => void;
}

const mounted = new Map<string, readonly Command[]>();
const subscribers = new Set<() => void>();
let snapshot: readonly Command[] | undefined;
let isListening = false;

/**
 * Offers these commands while the component is mounted. Undefined ones, which cannot be done now, may be among them.
 * The closures of the newest render run.
 */
export function useCommands(commands: readonly (Command | undefined | false | 0)[]): void {
  const key = useId();
  // Before the screen is painted: what is seen can be commanded.
  useLayoutEffect(() => {
    listen();
    const before = mounted.get(key);
    const now = commands.filter((command) => command !== undefined && command !== false && command !== 0);
    mounted.set(key, now);
    if (!before || !isAlike(before, now)) notify();
  });
  useLayoutEffect(
    () => () => {
      mounted.delete(key);
      notify();
    },
    [key],
  );
}

/** The same to look at; what they run is always the newest. */
const isAlike = (some: readonly Command[], others: readonly Command[]): boolean =>
  some.length === others.length &&
  some.every(({ id, label, shortcut }, index) => {
    const other = others[index];
    return id === other?.id && shortcut === other.shortcut && (label === other.label || typeof label === "function");
  });

function notify(): void {
  snapshot = undefined;
  for (const subscriber of subscribers) subscriber();
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

/** Available commands; rerenders when they change. To run one, look it up with `runCommand`. */
export const useCurrentCommands = (): readonly Command[] =>
  useSyncExternalStore(subscribe, () => (snapshot ??= currentCommands()));

/** Runs the command of that id as it is now; nothing when it can no longer be done. */
export const runCommand = (id: string): void => run(currentCommands().find((command) => command.id === id));

function run(command: Command | undefined): void {
  if (command?.opensField) expectField();
  command?.run();
}

/** Available commands, each once. */
function currentCommands(): Command[] {
  const byId = new Map([...mounted.values()].flat().map((command) => [command.id, command]));
  const place = ({ group, isOnEveryPage }: Command) => commandGroups.indexOf(group) + (isOnEveryPage ? 0.5 : 0);
  return [...byId.values()].sort((a, b) => place(a) - place(b));
}

export const labelOf = ({ label }: Command): string => (typeof label === "string" ? label : label());

/** Elements in which letters are text, or belong to an open layer. A form's button counts: a typing person may not notice that it has the focus. */
const takesKeys =
  "form, input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=spinbutton]";
const undoKeys = new Set(["Mod+z", "Mod+Shift+z", "Mod+y"]);
const textKeys = new Set(["Mod+a", ...undoKeys]);
/** Time limit for the second key of `G C`. */
const sequenceMilliseconds = 1500;

interface Stroke {
  readonly step: string;
  readonly key: string;
  readonly at: number;
}
let begun: Stroke | undefined;

/** Code on its way, with the shortcuts of its commands; without them, any letter or sign. */
interface Awaited {
  readonly steps?: ReadonlySet<string>;
  readonly hurry?: () => void;
}
const awaited = new Set<Awaited>();
/** Pressed too early, with all that came after. */
let early: readonly Stroke[] = [];

/**
 * Keys whose commands are on their way wait for them, and all keys after them: typed too early, `G C` would lose its first key and do what the second does alone,
 * and what is written after `C` would be commands. The returned function is called when the code is here, and replays them.
 *
 * @param shortcuts of the commands that come; without them, any letter or sign that has no command: Enter, Space and Tab are for what has the focus
 * @param hurry called when keys wait
 */
export function awaitCommands({ shortcuts, hurry }: { shortcuts?: readonly string[]; hurry?: () => void }): () => void {
  const one: Awaited = {
    ...(shortcuts ? { steps: new Set(shortcuts.map(shortcutKeys)) } : {}),
    ...(hurry ? { hurry } : {}),
  };
  awaited.add(one);
  return () => {
    awaited.delete(one);
    // What is drawn in its place offers its commands in the same commit.
    queueMicrotask(() => replay(one));
  };
}

const isAwaited = ({ step, key }: Stroke): boolean =>
  [...awaited].some(({ steps }) => (steps ? steps.has(step) : /^\S$/u.test(key) && !commandOf(step)));

function replay({ steps }: Awaited): void {
  const [first] = early;
  // The command has not come, and what was written for its field is nothing else.
  if (first && steps?.has(first.step) && !isAwaited(first) && !commandOf(first.step)) early = [];
  // Once a command has asked for a field, all that follows is typed into it.
  for (let next = early[0]; next && (isTypingHeld() || !isAwaited(next)); next = early[0]) {
    early = early.slice(1);
    if (isTypingHeld()) holdKey(next.key);
    else strike(next);
  }
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  document.addEventListener("keydown", onKeyDown);
  // Whoever goes on by a press does not wait for them.
  document.addEventListener("pointerdown", () => void (early = []), true);
}

/** A notification is an alertdialog as well, but not a modal one. */
const dialogs = "[role=alertdialog]:not([aria-modal=false]), [role=dialog]";
/** What was done in a peek is undone in it: nothing waits there to be sent. */
const isDialogOpen = (step: string) =>
  document.querySelector(undoKeys.has(step) ? `${dialogs}:not([data-peek])` : dialogs) !== null;

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || ["Shift", "Control", "Meta", "Alt"].includes(event.key)) return;
  const step = stepOf(event);
  // A key with ⌘, or with a number of its own, writes nothing: it works from inputs too, but not above an open dialog, from which the focus must not be taken.
  const isMod = step.startsWith("Mod+") || /^(Shift\+)?f\d{1,2}$/.test(step);
  // What had the focus in a dialog may have left it a moment ago: no key is meant for the page behind.
  if ((isMod || event.target === document.body) && isDialogOpen(step)) return;
  if (textKeys.has(step) && event.target instanceof Element && event.target.closest(editsText)) return;
  if (!isMod && event.target instanceof Element && event.target.closest(takesKeys)) return;
  if (!isMod && isTypingHeld()) return event.preventDefault();
  const stroke = { step, key: event.key, at: event.timeStamp };
  if (!isMod && (early.length > 0 || (isAwaited(stroke) && !continuing(stroke)))) {
    early = [...early, stroke];
    for (const { hurry } of awaited) hurry?.();
    event.preventDefault();
  } else if (strike(stroke)) event.preventDefault();
}

const commandOf = (keys: string): Command | undefined =>
  currentCommands().find(({ shortcut }) => shortcut !== undefined && shortcutKeys(shortcut) === keys);

/** The command of the key before and this one. */
const continuing = ({ step, at }: Stroke): Command | undefined =>
  begun && at - begun.at < sequenceMilliseconds ? commandOf(`${begun.step} ${step}`) : undefined;

/** Runs what the key, or it after the one before, stands for. Answers whether it stood for something. */
function strike(stroke: Stroke): boolean {
  const command = continuing(stroke) ?? commandOf(stroke.step);
  begun = undefined;
  if (command) run(command);
  else if (
    currentCommands().some(({ shortcut }) => shortcut !== undefined && shortcutKeys(shortcut).startsWith(`${stroke.step} `))
  )
    begun = stroke;
  return command !== undefined;
}
