import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useCan } from "../../lib/permissions.ts";
import { shownTask, useShownState } from "../tasks/changes/pending.ts";
import { compareEntries, type Entry, entryOfTask } from "./entries.ts";
import { type Days, tasksOptions } from "./queries.ts";
import { useChoices } from "./shown/choices.ts";

export interface EntriesState {
  /** In the order of a day. */
  readonly entries: readonly Entry[];
  readonly cards: Readonly<Record<string, { readonly name: string; readonly typeId: string }>>;
  readonly isLoading: boolean;
  /** There are more than are shown. */
  readonly isCut: boolean;
  /** Why there is nothing; null where there is something, or will be. */
  readonly error: unknown;
  readonly retry: () => void;
}

/** What the person sees of the days: as the server has it, with what was changed here since, and without what they have switched off. */
export function useEntries(days: Days): EntriesState {
  const can = useCan();
  const { hiddenPeople, tasks: withTasks } = useChoices();
  const tasks = useQuery(tasksOptions(can(["TASKS", "read"]) ? days : undefined));
  const state = useShownState();
  const entries = useMemo(() => {
    const off = new Set(hiddenPeople);
    const isShown = ({ people, firstDay, lastDay }: Entry) =>
      firstDay <= days.until && lastDay >= days.from && (people.length === 0 || people.some((userId) => !off.has(userId)));
    const shown = withTasks ? (tasks.data?.tasks ?? []).map(shownTask).filter(({ trashedAt }) => trashedAt === null) : [];
    return shown.map(entryOfTask).filter(isShown).toSorted(compareEntries);
    // `state` stands for what `shownTask` reads.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [tasks.data, hiddenPeople, withTasks, days.from, days.until, state]);
  return {
    entries,
    cards: tasks.data?.cards ?? {},
    isLoading: tasks.isLoading,
    isCut: tasks.data?.isCut ?? false,
    error: tasks.data ? null : tasks.error,
    retry: () => void tasks.refetch(),
  };
}
