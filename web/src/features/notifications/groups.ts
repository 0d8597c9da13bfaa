import type { NotificationEntry } from "@kartis/core/notifications/schema.ts";

/** What one person did of one kind within an hour: one row. */
export interface NotificationGroup {
  readonly id: string;
  readonly entries: readonly NotificationEntry[];
  readonly count: number;
  readonly subjects: NotificationEntry["subjects"];
  readonly isRead: boolean;
}

const hourMs = 3_600_000;
/** Kinds that say the same however many they are about. */
const gathered: ReadonlySet<string> = new Set(["cardAssigned", "taskAssigned"]);

/** The entries as rows, the newest first, as they come. */
export function groupsOf(entries: readonly NotificationEntry[]): NotificationGroup[] {
  const groups: NotificationEntry[][] = [];
  for (const entry of entries) {
    const open = groups.find(
      ([first]) =>
        first !== undefined &&
        gathered.has(entry.kind) &&
        first.kind === entry.kind &&
        first.actorId === entry.actorId &&
        Date.parse(first.at) - Date.parse(entry.at) < hourMs,
    );
    if (open) open.push(entry);
    else groups.push([entry]);
  }
  return groups.map((some) => {
    const subjects = [...new Map(some.flatMap((entry) => entry.subjects).map((subject) => [subject.id, subject])).values()];
    const twice = some.reduce((sum, entry) => sum + entry.subjects.length, 0) - subjects.length;
    return {
      id: some[0]?.id ?? "",
      entries: some,
      count: some.reduce((sum, entry) => sum + entry.count, 0) - twice,
      subjects,
      isRead: some.every(({ isRead }) => isRead),
    };
  });
}
