import { groupOf, type TaskGrouping, type TaskOrder } from "@kartis/core/activities/tasks/rules.ts";
import type { Priority, Task, TaskGroup, TaskSection } from "@kartis/core/activities/tasks/schema.ts";

const dueGroups: readonly TaskGroup[] = ["overdue", "today", "tomorrow", "later"];
const ranks: readonly (string | null)[] = ["HIGH", "MEDIUM", "LOW", null];

/** Kind of a section: a day, a person, a priority, a card, everything, or done tasks. */
type SectionKind = TaskGrouping | "done";

/** A group of the list: its tasks that are here, and how many there are. */
export interface Section {
  readonly name: string;
  readonly kind: SectionKind;
  /** A group of days, or an id; null for tasks that have none. */
  readonly key: string | null;
  readonly tasks: readonly Task[];
  readonly count: number;
}

interface Answer {
  readonly rows: readonly Task[];
  readonly total: number;
  readonly groups: Readonly<Record<TaskGroup, number>>;
  readonly sections: readonly TaskSection[];
}

interface Sectioning {
  readonly open: Answer;
  readonly done: Pick<Answer, "rows" | "total"> | undefined;
  readonly order: TaskOrder;
  /** The card that a task is listed under; null where there is none that one sees. */
  readonly cardOf: (task: Task) => string | null;
  /** A task with what was changed here; undefined where it is no longer in the list. */
  readonly shown: (task: Task) => Task | undefined;
  readonly today: string;
  readonly timeZone: string;
  /** Includes empty sections that a task could be moved to. */
  readonly withEmpty?: boolean;
}

const byDue = (a: Task, b: Task) => (a.dueAt === b.dueAt ? (a.id < b.id ? -1 : 1) : a.dueAt < b.dueAt ? -1 : 1);
const byDone = (a: Task, b: Task) => ((b.doneAt ?? "") < (a.doneAt ?? "") ? -1 : 1);
const rankOf = (priority: Priority | null) => ranks.indexOf(priority);
type Compare = (a: Task, b: Task) => number;
const byAge: Compare = (a, b) => (a.createdAt === b.createdAt ? 0 : a.createdAt < b.createdAt ? 1 : -1);
const byPriority: Compare = (a, b) => rankOf(a.priority) - rankOf(b.priority);
const isUnranked = (task: Task) => Number(task.priority === null);

/** The order within a group; undefined by names, where it is left to the server, which knows them. */
function comparatorOf({ sort, group, reversed }: TaskOrder): Compare | undefined {
  const backwards = reversed ? -1 : 1;
  if (sort === "due" || sort === group) return (a, b) => backwards * byDue(a, b);
  if (sort === "created") return (a, b) => backwards * byAge(a, b) || byDue(a, b);
  if (sort !== "priority") return undefined;
  return (a, b) => isUnranked(a) - isUnranked(b) || backwards * byPriority(a, b) || byDue(a, b);
}

interface Place {
  readonly kind: SectionKind;
  readonly key: string | null;
}
const nameOf = ({ kind, key }: Place): string => (kind === "due" ? (key ?? "") : kind === "done" ? kind : `${kind}:${key ?? ""}`);
const donePlace: Place = { kind: "done", key: null };

/** The groups of a list, with every task where it belongs as it is shown, and counts that follow. Empty groups are absent. */
export function sectionsOf(given: Sectioning): readonly Section[] {
  const { open, done, order, cardOf, shown, today, timeZone, withEmpty = false } = given;
  const { group: kind } = order;
  const compareOpen = comparatorOf(order);
  const placeOf = (task: Task): Place => {
    if (task.done) return donePlace;
    if (kind === "due") return { kind, key: groupOf(task, today, timeZone) };
    if (kind === "assignee") return { kind, key: task.assignedTo };
    if (kind === "priority") return { kind, key: task.priority };
    return { kind, key: kind === "card" ? cardOf(task) : null };
  };
  const counted: readonly (Place & { count: number })[] =
    kind === "due"
      ? dueGroups.map((key) => ({ kind, key, count: open.groups[key] }))
      : kind === "none"
        ? [{ kind, key: null, count: open.total }]
        : open.sections.map(({ key, count }) => ({ kind, key, count }));

  const places = new Map<string, Place>(counted.map((place) => [nameOf(place), place]));
  const counts = new Map(counted.map((place) => [nameOf(place), place.count]));
  const tasks = new Map<string, Task[]>();
  counts.set("done", done?.total ?? 0);
  const add = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by);
  const seen = new Set<string>();
  for (const [rows, isDone] of [
    [open.rows, false],
    [done?.rows ?? [], true],
  ] as const)
    for (const row of rows) {
      // As it was when it was counted: by the zone's day, which may have changed since.
      const before = nameOf(isDone ? donePlace : placeOf({ ...row, done: false }));
      const task = seen.has(row.id) ? undefined : shown(row);
      seen.add(row.id);
      const place = task && placeOf(task);
      const now = place && (place.kind !== "done" || done) ? nameOf(place) : undefined;
      if (now !== before) {
        add(before, -1);
        if (now !== undefined) add(now, 1);
      }
      if (!task || !place || now === undefined) continue;
      if (!places.has(now)) places.set(now, place);
      tasks.set(now, [...(tasks.get(now) ?? []), task]);
    }
  const empties: readonly Place[] = !withEmpty
    ? []
    : kind === "priority"
      ? ranks.map((key) => ({ kind, key }))
      : kind === "assignee"
        ? [{ kind, key: null }]
        : [];
  for (const place of empties) if (!places.has(nameOf(place))) places.set(nameOf(place), place);
  places.delete("done");

  const inOrder = [...places.values()].toSorted((a, b) =>
    kind === "priority" ? ranks.indexOf(a.key) - ranks.indexOf(b.key) : Number(a.key === null) - Number(b.key === null),
  );
  return [...inOrder, donePlace].flatMap((place): Section[] => {
    const name = nameOf(place);
    const compare = place.kind === "done" ? byDone : compareOpen;
    const here = tasks.get(name) ?? [];
    const of = compare ? here.toSorted(compare) : here;
    const count = Math.max(of.length, counts.get(name) ?? 0);
    const isTarget = withEmpty && place.kind !== "done" && place.kind !== "none" && place.key !== "overdue";
    return count > 0 || isTarget ? [{ name, kind: place.kind, key: place.key, tasks: of, count }] : [];
  });
}
