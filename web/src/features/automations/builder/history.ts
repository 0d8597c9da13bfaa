import type { Definition } from "@kartis/core/automations/schema.ts";

/** Undo history: past, present and undone definitions. */
export interface History {
  readonly past: readonly Definition[];
  readonly present: Definition;
  readonly future: readonly Definition[];
  /** Subject and time of the last edit; edits of one subject in quick succession are merged. */
  readonly last: { readonly about: string; readonly at: number } | undefined;
  /** Incremented when undo, redo or the server replaces the present, so that forms with local state remount. */
  readonly revision: number;
}

const togetherMs = 1_000;
const mostPast = 100;

export const begin = (present: Definition, revision = 0): History => ({
  past: [],
  present,
  future: [],
  last: undefined,
  revision,
});

/** @param about the edit's subject; edits of one subject within a second are undone together */
export function edit(history: History, present: Definition, about: string, at: number): History {
  const { past, last, revision } = history;
  const isContinued = last?.about === about && at - last.at < togetherMs;
  return {
    past: isContinued ? past : [...past, history.present].slice(-mostPast),
    present,
    future: [],
    last: { about, at },
    revision,
  };
}

export function undo(history: History): History {
  const before = history.past.at(-1);
  if (!before) return history;
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    last: undefined,
    revision: history.revision + 1,
  };
}

export function redo(history: History): History {
  const [next, ...future] = history.future;
  if (!next) return history;
  return { past: [...history.past, history.present], present: next, future, last: undefined, revision: history.revision + 1 };
}
