import type { TimelineEntry } from "@kartis/core/timeline/schema.ts";

export type MailEntry = Extract<TimelineEntry, { type: "MAIL" }>;

export const isMailEntry = (entry: TimelineEntry): entry is MailEntry => entry.kind === "activity" && entry.type === "MAIL";

/** Joins the entries of one thread: pages loaded at different times, and changes still being saved, may hold parts of it. */
export function withThreadsJoined(
  entries: readonly TimelineEntry[],
  gone: ReadonlySet<string> = new Set(),
): readonly TimelineEntry[] {
  const threads = Map.groupBy(entries.filter(isMailEntry), ({ value }) => value.threadId);
  const joined = [...threads.values()].flatMap((thread): TimelineEntry[] => {
    const mail = joinedOf(thread, gone);
    return mail ? [mail] : [];
  });
  return [...entries.filter((entry) => !isMailEntry(entry)), ...joined];
}

function joinedOf(entries: readonly MailEntry[], gone: ReadonlySet<string>): MailEntry | undefined {
  const [first, ...others] = entries;
  if (first && others.length === 0 && !gone.has(first.id) && !first.thread?.rows.some(({ id }) => gone.has(id))) return first;
  const all = entries.flatMap(({ value, thread }) => [value, ...(thread?.rows ?? [])]);
  const [latest, ...rows] = [...new Map(all.map((mail) => [mail.id, mail])).values()]
    .filter(({ id }) => !gone.has(id))
    .toSorted((a, b) => (a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1));
  if (!latest) return undefined;
  const more = Math.max(...entries.map(({ thread }) => (thread ? thread.total - thread.rows.length : 0)));
  const total = rows.length + more;
  return {
    kind: "activity",
    type: "MAIL",
    id: latest.id,
    at: latest.createdAt,
    value: latest,
    thread: total > 0 ? { rows, total } : null,
  };
}
