import { tasksAtOnce } from "@kartis/core/activities/tasks/rules.ts";
import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { useState } from "react";

type TaskId = Task["id"];

export interface Selection {
  /** The selected ones among those that are here. */
  readonly ids: ReadonlySet<string>;
  readonly count: number;
  /** If everything in the list is selected, whether loaded or not: the exceptions. */
  readonly allBut: readonly TaskId[] | undefined;
  /** Everything in the list has been selected, whether it is here or not. */
  readonly isWhole: boolean;
  readonly toggle: (taskId: TaskId) => void;
  /** Selects everything from the last selected one to this. */
  readonly extend: (taskId: TaskId) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

interface Whole {
  /** Number of tasks in the list. */
  readonly total: number;
  /** Whether any selected task is shown. */
  readonly has: (task: Task) => boolean;
}

interface State {
  readonly of: string;
  readonly isAll: boolean;
  /** The selected ones; where all are, those that are not. */
  readonly ids: readonly TaskId[];
}

/** Selected tasks. Another list starts with none; tasks that leave the list are deselected. */
export function useSelection(listKey: string, tasks: readonly Task[], whole: Whole): Selection {
  const none: State = { of: listKey, isAll: false, ids: [] };
  const [state, setState] = useState(none);
  const { isAll, ids } = state.of === listKey ? state : none;
  const here = isAll
    ? tasks.filter((task) => whole.has(task) && !ids.includes(task.id)).map(({ id }) => id)
    : ids.filter((id) => tasks.some((task) => task.id === id));
  const those = tasks.filter(whole.has).map(({ id }) => id);
  const set = (next: readonly TaskId[]) => setState({ of: listKey, isAll, ids: next });
  const toggled = (list: readonly TaskId[], id: TaskId) =>
    list.includes(id) ? list.filter((other) => other !== id) : [...list, id];
  const placeOf = (id: TaskId | undefined) => tasks.findIndex((task) => task.id === id);
  return {
    ids: new Set(here),
    count: isAll ? Math.max(0, whole.total - ids.length) : here.length,
    allBut: isAll ? ids : undefined,
    isWhole: isAll || (those.length > 0 && those.length === whole.total && those.every((id) => here.includes(id))),
    toggle: (id) => {
      // Tasks shown beside the list, such as those done today, do not belong to it.
      const task = tasks.find((shown) => shown.id === id);
      if (!isAll || (task && whole.has(task))) set(toggled(isAll ? ids : here, id));
    },
    extend: (id) => {
      const [from, to] = [placeOf(here.at(-1)), placeOf(id)];
      const range = from < 0 ? [id] : tasks.slice(Math.min(from, to), Math.max(from, to) + 1).map((task) => task.id);
      set(isAll ? ids.filter((other) => !range.includes(other)) : [...new Set([...here, ...range])]);
    },
    // Where all of it is here it is these tasks, so that what comes to the list later, as the next of one that repeats, is not among them.
    selectAll: () => {
      const isHere = those.length === whole.total && those.length <= tasksAtOnce;
      setState(isHere ? { of: listKey, isAll: false, ids: those } : { of: listKey, isAll: true, ids: [] });
    },
    clear: () => setState(none),
  };
}
