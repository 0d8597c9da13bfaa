import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { useState } from "react";

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (taskId: string) => void;
  /** Selects everything from the last selected one to this. */
  readonly extend: (taskId: string) => void;
  readonly clear: () => void;
}

/** Which of the tasks are selected. Another list begins with none; those that left the list are no longer among them. */
export function useSelection(listKey: string, tasks: readonly Task[]): Selection {
  const [state, setState] = useState<{ of: string; ids: readonly string[] }>({ of: listKey, ids: [] });
  const here = state.of === listKey ? state.ids.filter((id) => tasks.some((task) => task.id === id)) : [];
  const set = (ids: readonly string[]) => setState({ of: listKey, ids });
  const placeOf = (id: string | undefined) => tasks.findIndex((task) => task.id === id);
  return {
    ids: new Set(here),
    toggle: (id) => set(here.includes(id) ? here.filter((other) => other !== id) : [...here, id]),
    extend: (id) => {
      const [from, to] = [placeOf(here.at(-1)), placeOf(id)];
      if (from < 0) return set([...here, id]);
      const range = tasks.slice(Math.min(from, to), Math.max(from, to) + 1).map((task) => task.id);
      return set([...new Set([...here, ...range])]);
    },
    clear: () => set([]),
  };
}
