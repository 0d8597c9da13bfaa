import { useFormat } from "../../../lib/i18n.tsx";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { TaskChip, TaskOrder } from "@kartis/core/activities/tasks/rules.ts";
import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { meOptions } from "../../../lib/session.ts";
import { useCardTypes } from "../../records/card-types.ts";
import { refreshTasks } from "../changes/refresh.ts";
import { shownTask, useShownState } from "../changes/pending.ts";
import { startOfDay, useToday, weekEndOf, zone } from "../../dates/days.ts";
import { type AskedFilter, filterOf } from "../filter/asked.ts";
import { type TaskPages, useTaskPages } from "../queries.ts";
import type { TasksSearch } from "../search.ts";
import { type Section, sectionsOf } from "../sections.ts";

export interface TaskListState {
  /** Undefined until the first answer. */
  readonly sections: readonly Section[] | undefined;
  readonly cards: TaskPages["cards"];
  readonly comments: TaskPages["comments"];
  readonly isSwitching: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  /** There are open tasks that are not loaded yet. */
  readonly hasMore: boolean;
  /** Everything that is listed but for what was done today, which stands below it: as the server finds it, and how many there are. */
  readonly whole: { readonly filter: AskedFilter; readonly total: number } | undefined;
  /** Asks for the tasks that follow those that are here. */
  readonly loadMore: () => void;
  /** Every overdue task of the list, also those that are not here yet. */
  readonly allOverdue: () => Promise<readonly Task[]>;
  /** The list's query with another quick filter. */
  readonly filterWith: (chip: TaskChip) => AskedFilter | undefined;
}

const usualOrder: TaskOrder = { sort: "due", group: "due", reversed: false };

/** The list that the address names. */
export function useTaskList(search: TasksSearch, isKnown: boolean, withEmpty: boolean): TaskListState {
  const { locale } = useFormat();
  const { data: me } = useQuery(meOptions());
  const { types } = useCardTypes();
  const today = useToday();
  const userId = me?.user.id ?? "";
  const type = types?.find(({ slug }) => slug === search.type);
  const asker = {
    userId,
    cardTypeId: type?.id,
    weekEnd: weekEndOf(today, locale),
  };
  // A type is asked for by its id: until that is here, the list cannot be asked for.
  const isReady = isKnown && (search.type === undefined || types !== undefined);
  const filter = isReady ? filterOf(search, asker) : undefined;
  const isDoneList = search.list === "done";
  const { sort, group } = search;
  const reversed = search.reversed === "yes";
  const isUsual = isDoneList || (sort === "due" && group === "due" && !reversed);
  const order = useMemo(() => (isUsual ? usualOrder : { sort, group, reversed }), [isUsual, sort, group, reversed]);
  const main = useTaskPages(filter, isUsual ? {} : order);
  const doneFilter = filter && !isDoneList ? { ...filter, state: "done" as const, doneFrom: startOfDay(today) } : undefined;
  const done = useTaskPages(doneFilter);

  // The server has counted the groups by the day before.
  const [countedOn, setCountedOn] = useState(today);
  useEffect(() => {
    if (countedOn === today) return;
    setCountedOn(today);
    void refreshTasks();
  }, [countedOn, today]);

  const state = useShownState();
  const cards = { ...main.cards, ...done.cards };
  const sections = useMemo(() => {
    if (!main.rows || !isReady) return undefined;
    const shown = (task: Task) => {
      const now = shownTask(task);
      return now.trashedAt === null && (!isDoneList || now.done) ? now : undefined;
    };
    const none = { rows: [], total: 0, groups: { overdue: 0, today: 0, tomorrow: 0, later: 0 }, sections: [] };
    return sectionsOf({
      open: isDoneList ? none : { ...main, rows: main.rows },
      done: isDoneList ? { ...main, rows: main.rows } : { rows: done.rows ?? [], total: done.total },
      order,
      cardOf: ({ cardId }) => cardId && (cards[cardId] ? (main.mergedCards[cardId] ?? cardId) : null),
      shown,
      today,
      timeZone: zone,
      withEmpty,
    });
    // `state` stands for what `shownTask` reads.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [main.rows, main.total, main.groups, done.rows, done.total, isReady, isDoneList, order, withEmpty, today, state]);

  return {
    sections,
    cards,
    comments: { ...main.comments, ...done.comments },
    hasMore: main.canHaveMore,
    whole: filter && main.rows && { filter, total: main.total },
    isSwitching: main.isSwitching,
    error: main.rows ? null : main.error,
    retry: main.retry,
    loadMore: () => {
      if (main.canHaveMore) void main.more();
      else if (done.canHaveMore) void done.more();
    },
    allOverdue: async () => {
      let rows: readonly Task[] = main.rows ?? [];
      // In groups by day the overdue ones stand before the others.
      while (rows.length < main.groups.overdue) {
        const next = await main.more();
        if (next.length <= rows.length) break;
        rows = next;
      }
      const [overdue] = sectionsOf({
        open: { ...main, rows },
        done: undefined,
        order: usualOrder,
        cardOf: () => null,
        shown: shownTask,
        today,
        timeZone: zone,
      });
      return overdue?.key === "overdue" ? overdue.tasks.filter(({ trashedAt }) => trashedAt === null) : [];
    },
    filterWith: (chip) => (isReady ? filterOf({ ...search, chip }, asker) : undefined),
  };
}
