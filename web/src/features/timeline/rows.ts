import type { TimelineEntry } from "@kartis/core/timeline/schema.ts";
import { isMailEntry } from "./threads.ts";
import { dayOf } from "@kartis/core/kernel/zoned-time.ts";

export type HistoryItem = Extract<TimelineEntry, { kind: "history" }>;

/** A line of the list: the beginning of a day, an entry, or changes that belong together. */
export type Row =
  | { readonly kind: "day"; readonly key: string; readonly day: string }
  | { readonly kind: "entry"; readonly key: string; readonly entry: TimelineEntry; readonly isLast: boolean }
  | { readonly kind: "run"; readonly key: string; readonly items: readonly HistoryItem[]; readonly isLast: boolean };

/** Changes of a card by one person belong together when each follows the one before within this time. */
const runMs = 10 * 60_000;

const isFieldChange = (entry: TimelineEntry | undefined): entry is HistoryItem =>
  entry?.kind === "history" && entry.record.action === "card.update" && entry.record.userId !== null;

const belong = (run: readonly HistoryItem[], next: TimelineEntry | undefined): next is HistoryItem => {
  const [first] = run;
  if (!first || !isFieldChange(next)) return false;
  const { userId, origin } = first.record;
  return (
    next.record.userId === userId &&
    next.record.origin === origin &&
    Math.abs(Date.parse(first.at) - Date.parse(next.at)) <= runMs
  );
};

/** The entries without those that stand on top of them. A pinned email also stands in its exchange, whose others are not pinned. */
export function withoutPinned(
  entries: readonly TimelineEntry[],
  pinned: readonly { readonly value: { readonly id: string } }[] = [],
): readonly TimelineEntry[] {
  const ids = new Set(pinned.map(({ value }) => value.id));
  return entries.filter((entry) => isMailEntry(entry) || !ids.has(entry.id));
}

/** The list's lines, days by the zone's. Entries come in its order. */
export function rowsOf(entries: readonly TimelineEntry[], zone: string): readonly Row[] {
  const rows: Row[] = [];
  let lastDay = "";
  for (let at = 0; at < entries.length; at += 1) {
    const entry = entries[at];
    if (!entry) continue;
    const day = dayOf(Date.parse(entry.at), zone);
    if (day !== lastDay) rows.push({ kind: "day", key: day, day });
    lastDay = day;
    const run = isFieldChange(entry) ? [entry] : [];
    for (let next = entries[at + 1]; belong(run, next) && dayOf(Date.parse(next.at), zone) === day; next = entries[at + 1]) {
      run.push(next);
      at += 1;
    }
    const isLast = at === entries.length - 1;
    // Named by its oldest change, which stays when more is changed.
    const oldest = run.toSorted((a, b) => (a.id < b.id ? -1 : 1))[0];
    if (run.length > 1 && oldest) rows.push({ kind: "run", key: `run:${oldest.id}`, items: run, isLast });
    // The row keeps its key, and with it its state, when the thread gets another mail.
    else rows.push({ kind: "entry", key: isMailEntry(entry) ? `thread:${entry.value.threadId}` : entry.id, entry, isLast });
  }
  return rows;
}
