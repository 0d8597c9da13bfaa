import { groupOf } from "@kartis/core/activities/tasks/rules.ts";
import { type Task, type TaskGroup } from "@kartis/core/activities/tasks/schema.ts";

type SectionName = TaskGroup | "done";
const groups: readonly TaskGroup[] = ["overdue", "today", "tomorrow", "later"];

/** A group of the list: its tasks that are here, and how many there are. */
export interface Section {
  readonly name: SectionName;
  readonly tasks: readonly Task[];
  readonly count: number;
}

interface Answer {
  readonly rows: readonly Task[];
  readonly total: number;
  readonly groups: Readonly<Record<TaskGroup, number>>;
}

interface Sectioning {
  readonly open: Answer;
  readonly done: Pick<Answer, "rows" | "total"> | undefined;
  /** A task with what was changed here; undefined where it is no longer in the list. */
  readonly shown: (task: Task) => Task | undefined;
  readonly today: string;
  readonly timeZone: string;
}

const byDue = (a: Task, b: Task) => (a.dueAt === b.dueAt ? (a.id < b.id ? -1 : 1) : a.dueAt < b.dueAt ? -1 : 1);
const byDone = (a: Task, b: Task) => ((b.doneAt ?? "") < (a.doneAt ?? "") ? -1 : 1);

/** The groups of a list, with every task where it belongs as it is shown, and counts that follow. Empty groups are absent. */
export function sectionsOf({ open, done, shown, today, timeZone }: Sectioning): readonly Section[] {
  const tasks = new Map([...groups, "done" as const].map((name) => [name, [] as Task[]] as const));
  const counts = new Map<SectionName, number>([
    ...groups.map((name) => [name, open.groups[name]] as const),
    ["done", done?.total ?? 0],
  ]);
  const placeOf = (task: Task): SectionName => (task.done ? "done" : groupOf(task, today, timeZone));
  const add = (name: SectionName, by: number) => counts.set(name, (counts.get(name) ?? 0) + by);
  const seen = new Set<string>();
  for (const [rows, isDone] of [
    [open.rows, false],
    [done?.rows ?? [], true],
  ] as const)
    for (const row of rows) {
      // As it was when it was counted: by the zone's day, which may have changed since.
      const counted = isDone ? "done" : groupOf(row, today, timeZone);
      const task = seen.has(row.id) ? undefined : shown(row);
      seen.add(row.id);
      const place = task && placeOf(task);
      if (place !== counted) {
        add(counted, -1);
        if (place && (place !== "done" || done)) add(place, 1);
      }
      if (task && place && (place !== "done" || done)) tasks.get(place)?.push(task);
    }
  return [...groups, "done" as const].flatMap((name): Section[] => {
    const of = (tasks.get(name) ?? []).toSorted(name === "done" ? byDone : byDue);
    const count = Math.max(of.length, counts.get(name) ?? 0);
    return count > 0 ? [{ name, tasks: of, count }] : [];
  });
}
