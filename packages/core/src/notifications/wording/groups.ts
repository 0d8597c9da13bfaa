import { isId } from "../../kernel/id-form.ts";
import type { CardId } from "../../kernel/id.ts";
import type { NotificationEntry } from "../schema.ts";
import { hourMs } from "../../kernel/time-units.ts";

/** One row: changes of one kind by one person within an hour. */
export interface NotificationGroup {
  readonly id: string;
  readonly entries: readonly NotificationEntry[];
  /** Without tasks that are done by now, as long as others are not. */
  readonly count: number;
  /** Those that are done last. */
  readonly subjects: NotificationEntry["subjects"];
  readonly isRead: boolean;
}

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
    const finished = subjects.filter(({ isDone }) => isDone);
    const left = subjects.filter(({ isDone }) => !isDone);
    return {
      id: some[0]?.id ?? "",
      entries: some,
      count: some.reduce((sum, entry) => sum + entry.count, 0) - twice - (left.length > 0 ? finished.length : 0),
      subjects: [...left, ...finished],
      isRead: some.every(({ isRead }) => isRead),
    };
  });
}

/** Everything about one card, whichever day. */
export interface CardEntries {
  /** Null for what belongs to none that the reader sees. */
  readonly cardId: CardId | null;
  readonly entries: readonly NotificationEntry[];
}

/** The entries by the cards that they are about: the card with the newest first, those without one last. What is about several cards is under each of them. */
export function byCard(entries: readonly NotificationEntry[]): CardEntries[] {
  const parts = entries.flatMap((entry) => {
    const { cardId } = entry.details;
    const subjects = Map.groupBy(entry.subjects, (subject) => (isId("crd", cardId) ? cardId : subject.cardId));
    if (subjects.size < 2) return [{ cardId: [...subjects.keys()][0] ?? null, entry }];
    return [...subjects].map(([own, some]) => ({ cardId: own, entry: { ...entry, subjects: some, count: some.length } }));
  });
  const cards = [...Map.groupBy(parts, (part) => part.cardId)].map(([cardId, some]) => ({
    cardId,
    entries: some.map(({ entry }) => entry),
  }));
  return [...cards.filter(({ cardId }) => cardId !== null), ...cards.filter(({ cardId }) => cardId === null)];
}
