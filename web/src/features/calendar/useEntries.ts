import type { CardList } from "@kartis/core/cards/schema.ts";
import { useQueries, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { useCan } from "../../lib/permissions.ts";
import { datedOptions } from "../cards/calendar/dates.ts";
import { shownTask, useShownState } from "../tasks/changes/pending.ts";
import { shownOccurrences, useShownMeetings } from "./changes/pending.ts";
import { compareEntries, type Entry, entryOfCard, entryOfMeeting, entryOfTask } from "./entries.ts";
import { type Days, meetingsOptions, tasksOptions } from "./queries.ts";
import { useChoices } from "./shown/choices.ts";
import { useShownLayers } from "./shown/layers.ts";

export interface EntriesState {
  /** In the order of a day. */
  readonly entries: readonly Entry[];
  readonly cards: Readonly<Record<string, { readonly name: string; readonly typeId: string }>>;
  /** Dates of cards are among what is shown. */
  readonly hasDates: boolean;
  readonly isLoading: boolean;
  /** There are more than are shown. */
  readonly isCut: boolean;
  /** Why there is nothing; null where there is something, or will be. */
  readonly error: unknown;
  readonly retry: () => void;
}

interface Dated {
  readonly lists: readonly (CardList | undefined)[];
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

const combineDated = (results: readonly UseQueryResult<CardList>[]): Dated => ({
  lists: results.map(({ data }) => data),
  isLoading: results.some((result) => result.isLoading),
  error: results.find(({ data, error }) => error && !data)?.error ?? null,
  retry: () => {
    for (const result of results) if (result.error) void result.refetch();
  },
});

const isMore = (list: CardList | undefined): boolean => list !== undefined && list.total > list.rows.length;

/**
 * What the person sees of the days: as the server has it, with what was changed here since, and without what they have switched off. What is open is there all
 * the same: a link leads to it.
 */
export function useEntries(days: Days, openKey: string | undefined): EntriesState {
  const can = useCan();
  const { hiddenPeople, tasks: withTasks, meetings: withMeetings, declined: withDeclined } = useChoices();
  const tasks = useQuery(tasksOptions(can(["TASKS", "read"]) ? days : undefined));
  const meetings = useQuery(meetingsOptions(can(["MEETINGS", "read"]) ? days : undefined));
  const layers = useShownLayers();
  const dated = useQueries({
    queries: layers.map(({ type, field }) => datedOptions({ cardTypeId: type.id, sort: [] }, field, days)),
    combine: combineDated,
  });
  const state = useShownState();
  const meetingState = useShownMeetings();
  const entries = useMemo(() => {
    const off = new Set(hiddenPeople);
    const isInDays = ({ firstDay, lastDay }: Entry) => firstDay <= days.until && lastDay >= days.from;
    const isOfKind = (entry: Entry) =>
      entry.kind === "card" || (entry.kind === "task" ? withTasks : withMeetings && (withDeclined || entry.state !== "declined"));
    const isWanted = (entry: Entry) =>
      isOfKind(entry) && (entry.people.length === 0 || entry.people.some((userId) => !off.has(userId)));
    const shown = (tasks.data?.tasks ?? []).map(shownTask).filter(({ trashedAt }) => trashedAt === null);
    const occurrences = shownOccurrences(meetings.data?.occurrences ?? []);
    const dates = layers.flatMap(({ type, field }, at) =>
      (dated.lists[at]?.rows ?? []).flatMap((card) => entryOfCard(card, type, field) ?? []),
    );
    return [...shown.map(entryOfTask), ...occurrences.map(entryOfMeeting), ...dates]
      .filter((entry) => isInDays(entry) && (entry.key === openKey || isWanted(entry)))
      .toSorted(compareEntries);
    // The states stand for what is changed here.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [
    tasks.data,
    meetings.data,
    dated.lists,
    layers,
    hiddenPeople,
    withTasks,
    withMeetings,
    withDeclined,
    days.from,
    days.until,
    openKey,
    state,
    meetingState,
  ]);
  return {
    entries,
    hasDates: layers.length > 0,
    cards: { ...tasks.data?.cards, ...meetings.data?.cards },
    isLoading: tasks.isLoading || meetings.isLoading || dated.isLoading,
    isCut: (tasks.data?.isCut ?? false) || (meetings.data?.isCut ?? false) || dated.lists.some(isMore),
    error: (tasks.data ? null : tasks.error) ?? (meetings.data ? null : meetings.error) ?? dated.error,
    retry: () => {
      if (tasks.error) void tasks.refetch();
      if (meetings.error) void meetings.refetch();
      dated.retry();
    },
  };
}
