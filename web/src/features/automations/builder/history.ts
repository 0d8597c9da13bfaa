import type { Definition } from "@kartis/core/automations/schema.ts";

/** What was written before, is now, and was undone. */
export interface History {
  readonly past: readonly Definition[];
  readonly present: Definition;
  readonly future: readonly Definition[];
  /** What the last edit was about, and when: those that follow one another within a moment are one. */
  readonly last: { readonly about: string; readonly at: number } | undefined;
  /** Changes when something other than an edit replaces the present: forms that keep what is typed begin anew. */
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

/** @param about edits of the same thing within a second are undone together */
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
