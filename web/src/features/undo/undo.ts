import type { OperationId, RecordId } from "@kartis/core/kernel/id.ts";
import { reportFailure } from "../../lib/failures.ts";
import { currentTranslate } from "../../lib/i18n.tsx";
import { currentViewer } from "../../lib/query-client.ts";
import type { ChangedKind } from "../records/changed-kind.ts";
import { showToast, type ToastContent } from "../../lib/toasts/toasts.ts";

/** Something this person did in this tab: the records of it, or the long operation that did it; neither if it cannot be undone. */
export interface Done {
  readonly recordIds: readonly RecordId[];
  readonly operationId?: OperationId;
  /** When it was done, in milliseconds since 1970. */
  readonly at?: number;
  /** Name of the action in its notification. */
  readonly label: string;
  /** Kind of record that a long operation changed; cards by default. */
  readonly of?: ChangedKind;
  /** The saved view that was created; once undone, its address leads nowhere. */
  readonly view?: string;
}

interface Stacks {
  readonly undo: readonly Done[];
  readonly redo: readonly Done[];
}

const deepest = 100;
const nothing: Stacks = { undo: [], redo: [] };

/** By user and organization: a key pressed here must not undo another person's records. */
const storageKey = () => `kartis.undo:${currentViewer()}`;

/** What is kept may be another release's, or have been changed by hand: an edit must not fail for it. */
function isDone(value: unknown): value is Done {
  if (typeof value !== "object" || value === null) return false;
  const { recordIds, at, label, operationId, of, view }: Readonly<Partial<Record<keyof Done, unknown>>> = value;
  return (
    Array.isArray(recordIds) &&
    recordIds.every((id) => typeof id === "string") &&
    typeof label === "string" &&
    (at === undefined || typeof at === "number") &&
    [operationId, of, view].every((one) => one === undefined || typeof one === "string")
  );
}

const doneIn = (value: unknown): readonly Done[] => (Array.isArray(value) ? value.filter((one) => isDone(one)) : []);

function read(): Stacks {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey()) ?? "null");
    const stacks: Readonly<Partial<Record<Direction, unknown>>> = typeof kept === "object" && kept ? kept : nothing;
    return { undo: doneIn(stacks.undo), redo: doneIn(stacks.redo) };
  } catch {
    return nothing;
  }
}

function write(stacks: Stacks): void {
  try {
    sessionStorage.setItem(
      storageKey(),
      JSON.stringify({ undo: stacks.undo.slice(-deepest), redo: stacks.redo.slice(-deepest) }),
    );
  } catch {
    // A full or forbidden storage costs the key, not the edit: the notification still undoes it.
  }
}

export type Direction = keyof Stacks;

/** The action that the key would undo or redo next. */
export const nextDone = (direction: Direction): Done | undefined => read()[direction].at(-1);

/** Puts back on its stack what was undone, redone, or could not be just now. */
export function keepDone(direction: Direction, done: Done): void {
  const stacks = read();
  write({ ...stacks, [direction]: [...stacks[direction], done] });
}

const sameDone = (a: Done, b: Done) =>
  a.operationId ? a.operationId === b.operationId : a.recordIds.join() === b.recordIds.join() && !b.operationId && a.at === b.at;

/** Takes it off its stack, wherever it lies. */
export function dropDone(direction: Direction, done: Done): void {
  const stacks = read();
  write({ ...stacks, [direction]: stacks[direction].filter((other) => !sameDone(other, done)) });
}

/** Puts it where its time belongs. A new change discards what could have been redone. */
function remember(done: Done & { readonly at: number }): void {
  const { undo: known } = read();
  const isLater = (one: Done) => (one.at ?? 0) > done.at;
  write({ undo: [...known.filter((one) => !isLater(one)), done, ...known.filter(isLater)], redo: [] });
}

/**
 * Remembers something that cannot be undone, such as a sent email: the next ⌘Z says so instead of undoing what came before it. Only for what has a name to be
 * said with, or is one of several things that a procedure does: others are named in `app/shell/undo/undoing.ts`.
 */
export const noteFinal = (label = "", at = Date.now()): void => remember({ recordIds: [], at, label });

/**
 * Tells what was done, with a button that takes it back, and remembers it for ⌘Z. Without a record (nothing changed) there is nothing to say.
 * Call it with what a mutation answers: `recordId`, several of one gesture, or the id of the long operation.
 */
export function offerUndo({
  recordId,
  recordIds = recordId ? [recordId] : [],
  operationId,
  of,
  view,
  at = Date.now(),
  message,
  notice,
  isPlain = false,
}: {
  recordId?: RecordId | null;
  recordIds?: readonly RecordId[];
  operationId?: OperationId;
  of?: ChangedKind;
  view?: string;
  /** When it was done, if that was before the answer: of two edits, the first may be answered last. */
  at?: number;
  message: string;
  /** Additions to the notification: a link, or what was left undone. */
  notice?: Partial<ToastContent>;
  /** Shows no notice: for what is easy to see and to take back by hand, such as a reaction. */
  isPlain?: boolean;
}): void {
  if (recordIds.length === 0 && !operationId) return;
  const done = {
    recordIds,
    at,
    label: message,
    ...(operationId ? { operationId } : {}),
    ...(of ? { of } : {}),
    ...(view ? { view } : {}),
  };
  remember(done);
  if (isPlain) return;
  showToast({
    tone: "success",
    code: `undo:${operationId ?? recordIds.join()}`,
    givesWay: true,
    title: message,
    ...notice,
    action: { label: currentTranslate()("common.undo"), run: () => undo("undo", done) },
  });
}

type Run = (direction: Direction, done?: Done) => Promise<void>;
const provided = Promise.withResolvers<() => Promise<Run>>();

/** Called by the app, once: what undoes knows every feature whose records can be undone, and none of them knows it. */
export const provideUndo: (load: () => Promise<Run>) => void = provided.resolve;

/** Loads what undoes, which could not be fetched while offline. */
export const preloadUndo = (): Promise<Run> => provided.promise.then((load) => load());

/** Undoes or redoes `done`, or what came last. */
export function undo(direction: Direction, done?: Done): void {
  preloadUndo()
    .then((run) => run(direction, done))
    .catch(reportFailure);
}
