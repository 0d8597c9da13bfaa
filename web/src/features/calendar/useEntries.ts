import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useCan } from "../../lib/permissions.ts";
import { shownTask, useShownState } from "../tasks/changes/pending.ts";
import { shownOccurrences, useShownMeetings } from "./changes/pending.ts";
import { compareEntries, type Entry, entryOfMeeting, entryOfTask } from "./entries.ts";
import { type Days, meetingsOptions, tasksOptions } from "./queries.ts";
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
  const { hiddenPeople, tasks: withTasks, meetings: withMeetings, declined: withDeclined } = useChoices();
  const tasks = useQuery(tasksOptions(can(["TASKS", "read"]) ? days : undefined));
  const meetings = useQuery(meetingsOptions(can(["MEETINGS", "read"]) ? days : undefined));
  const state = useShownState();
  const meetingState = useShownMeetings();
  const entries = useMemo(() => {
    const off = new Set(hiddenPeople);
    const isShown = ({ people, firstDay, lastDay }: Entry) =>
      firstDay <= days.until && lastDay >= days.from && (people.length === 0 || people.some((userId) => !off.has(userId)));
    const shown = withTasks ? (tasks.data?.tasks ?? []).map(shownTask).filter(({ trashedAt }) => trashedAt === null) : [];
    const occurrences = withMeetings ? shownOccurrences(meetings.data?.occurrences ?? []).map(entryOfMeeting) : [];
    const isWanted = (entry: Entry) => withDeclined || entry.kind === "task" || entry.state !== "declined";
    return [...shown.map(entryOfTask), ...occurrences.filter(isWanted)].filter(isShown).toSorted(compareEntries);
    // The states stand for what is changed here.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [
    tasks.data,
    meetings.data,
    hiddenPeople,
    withTasks,
    withMeetings,
    withDeclined,
    days.from,
    days.until,
    state,
    meetingState,
  ]);
  return {
    entries,
    cards: { ...tasks.data?.cards, ...meetings.data?.cards },
    isLoading: tasks.isLoading || meetings.isLoading,
    isCut: (tasks.data?.isCut ?? false) || (meetings.data?.isCut ?? false),
    error: (tasks.data ? null : tasks.error) ?? (meetings.data ? null : meetings.error),
    retry: () => {
      if (tasks.error) void tasks.refetch();
      if (meetings.error) void meetings.refetch();
    },
  };
}
