import type { Priority, TaskFilter } from "@kartis/core/activities/tasks/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { ActivityId } from "@kartis/core/kernel/id.ts";
import { useRouter, useSearch } from "@tanstack/react-router";

/** The lists beside the page. */
const taskLists = ["mine", "assigned", "team", "done"] as const;
type TaskListName = (typeof taskLists)[number];
export const taskChips = ["open", "week", "high"] as const;
export type TaskChip = (typeof taskChips)[number];
const priorities: readonly Priority[] = ["LOW", "MEDIUM", "HIGH"];

/** What `/tasks` shows, as its address says. Absent parts have their usual value. */
export interface TasksSearch {
  readonly list: TaskListName;
  readonly chip: TaskChip;
  /** A person's id, or "none". */
  readonly who?: string;
  readonly priority?: Priority;
  /** Slug of the type of their cards. */
  readonly type?: string;
  readonly q?: string;
  /** The open task. */
  readonly task?: ActivityId;
}

const textIn = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value.slice(0, 200) : typeof value === "number" ? String(value) : undefined;

function readTasksSearch(raw: Readonly<Record<string, unknown>>): TasksSearch {
  const who = textIn(raw["who"]);
  const type = textIn(raw["type"]);
  const q = textIn(raw["q"]);
  const task = raw["task"];
  const priority = priorities.find((known) => known === raw["priority"]);
  return {
    list: taskLists.find((name) => name === raw["list"]) ?? "mine",
    chip: taskChips.find((name) => name === raw["chip"]) ?? "open",
    ...(who === "none" || isId("usr", who) ? { who } : {}),
    ...(priority ? { priority } : {}),
    ...(type ? { type } : {}),
    ...(q ? { q } : {}),
    ...(isId("act", task) ? { task } : {}),
  };
}

const written = ({ list, chip, ...rest }: TasksSearch): Record<string, string> => ({
  ...(list === "mine" ? {} : { list }),
  ...(chip === "open" ? {} : { chip }),
  ...Object.fromEntries(Object.entries(rest).filter((entry): entry is [string, string] => Boolean(entry[1]))),
});

/** The address of a list, for links. */
export const taskListHref = (search: Partial<TasksSearch>): string => {
  const query = new URLSearchParams(written({ list: "mine", chip: "open", ...search })).toString();
  return query ? `/tasks?${query}` : "/tasks";
};

export type ChangeSearch = (
  patch: { readonly [Part in keyof TasksSearch]?: TasksSearch[Part] | undefined },
  isStep?: boolean,
) => void;

/** What the address says, and how to change it: a step has its own place in the history, so that Back returns from it. */
export function useTasksSearch(): { search: TasksSearch; change: ChangeSearch } {
  const router = useRouter();
  const search = readTasksSearch(useSearch({ strict: false }));
  return {
    search,
    change: (patch, isStep = true) => {
      // What is typed settles after a later press: it changes the address of that moment.
      const now: Record<string, unknown> = { ...readTasksSearch(router.state.location.search) };
      for (const [part, value] of Object.entries(patch)) {
        if (value === undefined) delete now[part];
        else now[part] = value;
      }
      void router.navigate({ to: "/tasks", search: written(readTasksSearch(now)), replace: !isStep });
    },
  };
}

interface Asker {
  readonly userId: string;
  readonly cardTypeId: string | undefined;
  /** The last day of the week. */
  readonly weekEnd: string;
  readonly startOfToday: string;
}

/** In the form of the API: ids are checked there. */
type AskedFilter = Partial<TaskFilter>;

/** The filter of the list, as the API takes it. */
export function filterOf(search: TasksSearch, { userId, cardTypeId, weekEnd }: Asker): AskedFilter {
  const { list, chip, who, priority, q } = search;
  const people = who === "none" ? [null] : who === undefined ? undefined : [who].filter((id) => isId("usr", id));
  const mine = isId("usr", userId) ? [userId] : [];
  return {
    ...(list === "done" ? { state: "done" as const } : {}),
    ...(list === "mine" ? { assignedTo: mine } : {}),
    ...(list === "assigned" ? { createdBy: mine, notAssignedTo: mine } : {}),
    ...(people && list !== "mine" ? { assignedTo: people } : {}),
    ...(priority ? { priorities: [priority] } : chip === "high" ? { priorities: ["HIGH" as const] } : {}),
    ...(chip === "week" && list !== "done" ? { dueUntil: weekEnd } : {}),
    ...(isId("typ", cardTypeId) ? { cardTypeId } : {}),
    ...(q ? { text: q } : {}),
  };
}

/** Whether anything narrows the list besides its chip. */
export const isFiltered = ({ who, priority, type, q }: TasksSearch): boolean => [who, priority, type, q].some(Boolean);
