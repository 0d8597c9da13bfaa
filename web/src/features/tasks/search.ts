import {
  type TaskChip,
  taskChips,
  type TaskGrouping,
  taskGroupings,
  type TaskListName,
  taskLists,
  type TaskOrder,
  type TaskSort,
  taskSorts,
} from "@kartis/core/activities/tasks/rules.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { ActivityId, CardId, ViewId } from "@kartis/core/kernel/id.ts";
import { readDueRange } from "./filter/due-range.ts";
import { peopleIn, prioritiesIn, writeSeveral } from "./filter/several.ts";

const answers = ["yes", "no"] as const;

/** State of `/tasks`, from its address. Absent parts have their default. */
export interface TasksSearch {
  readonly list: TaskListName;
  readonly chip: TaskChip;
  readonly sort: TaskSort;
  readonly group: TaskGrouping;
  readonly reversed?: "yes";
  /** Ids of people, and "none"; see `readSeveral`. */
  readonly who?: string;
  /** Priorities, and "none"; see `readSeveral`. */
  readonly priority?: string;
  /** Slug of the type of their cards. */
  readonly type?: string;
  readonly card?: CardId;
  /** See `readDueRange`. */
  readonly due?: string;
  readonly reminder?: "yes" | "no";
  readonly repeat?: "yes" | "no";
  readonly q?: string;
  /** The saved view that is open. */
  readonly view?: ViewId;
  /** The open task. */
  readonly task?: ActivityId;
}

const textIn = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value.slice(0, 200) : typeof value === "number" ? String(value) : undefined;
const oneOf = <T>(known: readonly T[], value: unknown): T | undefined => known.find((each) => each === value);

export function readTasksSearch(raw: Readonly<Record<string, unknown>>): TasksSearch {
  const [type, q, due] = [textIn(raw["type"]), textIn(raw["q"]), textIn(raw["due"])];
  const { task, card, view } = raw;
  const [who, priority] = [writeSeveral(peopleIn(raw["who"])), writeSeveral(prioritiesIn(raw["priority"]))];
  const [reminder, repeat] = [oneOf(answers, raw["reminder"]), oneOf(answers, raw["repeat"])];
  return {
    list: oneOf(taskLists, raw["list"]) ?? "mine",
    chip: oneOf(taskChips, raw["chip"]) ?? "open",
    sort: oneOf(taskSorts, raw["sort"]) ?? "due",
    group: oneOf(taskGroupings, raw["group"]) ?? "due",
    ...(raw["reversed"] === "yes" ? { reversed: "yes" } : {}),
    ...(who ? { who } : {}),
    ...(priority ? { priority } : {}),
    ...(type ? { type } : {}),
    ...(isId("crd", card) ? { card } : {}),
    ...(due && readDueRange(due) ? { due } : {}),
    ...(reminder ? { reminder } : {}),
    ...(repeat ? { repeat } : {}),
    ...(q ? { q } : {}),
    ...(isId("viw", view) ? { view } : {}),
    ...(isId("act", task) ? { task } : {}),
  };
}

const usual: Readonly<Record<string, string>> = { list: "mine", chip: "open", sort: "due", group: "due" };
export const usualSearch: TasksSearch = { list: "mine", chip: "open", sort: "due", group: "due" };

/** Search parameters for the address, without default values. */
export const writtenSearch = (search: TasksSearch): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1]) && usual[entry[0]] !== entry[1]),
  );

/** Sorting and grouping of the list, as the API takes it. */
export const orderOf = ({ sort, group, reversed }: TasksSearch): TaskOrder => ({ sort, group, reversed: reversed === "yes" });

/** The address of a list, for links. */
export const taskListHref = (search: Partial<TasksSearch>): string => {
  const query = new URLSearchParams(writtenSearch({ ...usualSearch, ...search })).toString();
  return query ? `/tasks?${query}` : "/tasks";
};

/** Shows all of the list again. */
export const noFilter = {
  who: undefined,
  priority: undefined,
  type: undefined,
  card: undefined,
  due: undefined,
  reminder: undefined,
  repeat: undefined,
  q: undefined,
} as const;

/** Whether a filter other than the chip narrows the list. */
export const isFiltered = (search: TasksSearch): boolean =>
  Object.keys(noFilter).some((part) => Boolean(search[part as keyof typeof noFilter])); // its own keys
