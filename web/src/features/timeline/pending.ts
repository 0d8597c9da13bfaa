import type { Comment } from "@kartis/core/activities/comments/schema.ts";
import type { TimelineEntry } from "@kartis/core/timeline/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useSyncExternalStore } from "react";
import { isMailEntry, withThreadsJoined } from "./threads.ts";

type ActivityEntry = Extract<TimelineEntry, { kind: "activity" }>;
/** A comment, or something logged: what is written on the timeline itself. */
type WrittenEntry = Exclude<ActivityEntry, { type: "TASK" | "MEETING" }>;
export type Written = WrittenEntry["value"];

/** Something shown before the server has answered. */
export type Pending =
  | { readonly kind: "new"; readonly cardId: CardId | null; readonly entry: WrittenEntry }
  /** Of a comment, or of a task. */
  | { readonly kind: "reply"; readonly parentId: string; readonly entry: Extract<WrittenEntry, { type: "COMMENT" }> }
  | { readonly kind: "change"; readonly id: string; readonly patch: Partial<Record<string, unknown>> }
  | { readonly kind: "gone"; readonly id: string };

/*
 * Answers in the query cache stay as they came; what was written here since lies over them until they have it. So a change that fails only has to be taken away.
 */
let pending: readonly Pending[] = [];
const subscribers = new Set<() => void>();

function set(next: readonly Pending[]): void {
  pending = next;
  for (const subscriber of subscribers) subscriber();
}
function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => void subscribers.delete(subscriber);
}

export const show = (one: Pending): void => set([...pending, one]);
export const unshow = (one: Pending): void => set(pending.filter((other) => other !== one));

export const usePending = (): readonly Pending[] => useSyncExternalStore(subscribe, () => pending);

/** The value with what has been changed here. */
function changed<Value extends { readonly id: string }>(value: Value, all: readonly Pending[]): Value {
  return all.reduce((now, one) => (one.kind === "change" && one.id === value.id ? { ...now, ...one.patch } : now), value);
}

/** Replies with what was changed and deleted here. */
export const repliesWithPending = (replies: readonly Comment[], all: readonly Pending[]): readonly Comment[] =>
  replies.filter(({ id }) => !all.some((one) => one.kind === "gone" && one.id === id)).map((reply) => changed(reply, all));

/** What was written here below a comment or on a task, and is not in the answer yet. */
export const newRepliesTo = (parentId: string, known: readonly Comment[], all: readonly Pending[]): readonly Comment[] =>
  all.flatMap((one) =>
    one.kind === "reply" && one.parentId === parentId && known.every(({ id }) => id !== one.entry.id) ? [one.entry.value] : [],
  );

/** The entries with what was written, changed and deleted here. */
export function withPending(
  entries: readonly TimelineEntry[],
  cardId: CardId,
  all: readonly Pending[],
): readonly TimelineEntry[] {
  if (all.length === 0) return entries;
  const gone = new Set(all.flatMap((one) => (one.kind === "gone" ? [one.id] : [])));
  const known = new Set(entries.map(({ id }) => id));
  const added = all.flatMap((one) =>
    one.kind === "new" && one.cardId === cardId && !known.has(one.entry.id) ? [one.entry] : [],
  );
  const changedOnes = [...entries, ...added].flatMap((entry): TimelineEntry[] => {
    if (isMailEntry(entry)) {
      const thread = entry.thread && { ...entry.thread, rows: entry.thread.rows.map((row) => changed(row, all)) };
      return [{ ...entry, value: changed(entry.value, all), thread }];
    }
    if (gone.has(entry.id)) return [];
    if (entry.kind === "history" || entry.type === "TASK" || entry.type === "MEETING") return [entry];
    if (entry.type === "WHATSAPP") return [{ ...entry, value: changed(entry.value, all) }];
    if (entry.type === "SMS") return [{ ...entry, value: changed(entry.value, all) }];
    if (entry.type !== "COMMENT") return [{ ...entry, value: changed(entry.value, all) }];
    const rows = entry.thread?.rows ?? [];
    const answers = newRepliesTo(entry.id, rows, all);
    const left = [...rows, ...answers].filter(({ id }) => !gone.has(id)).map((row) => changed(row, all));
    const total = (entry.thread?.total ?? 0) + left.length - rows.length;
    return [{ ...entry, value: changed(entry.value, all), thread: left.length > 0 ? { rows: left, total } : null }];
  });
  return withThreadsJoined(changedOnes, gone);
}
