import type { MeetingsInRange } from "@kartis/core/activities/meetings/meeting.ts";
import type { CardName } from "@kartis/core/cards/schema.ts";
import type { CardList } from "@kartis/core/cards/query/schema.ts";
import { useQueries } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useCan } from "../../lib/permissions.ts";
import { datedOptions } from "../cards/calendar/dates.ts";
import { shownTask, useShownState } from "../tasks/changes/pending.ts";
import { combining } from "./asked.ts";
import { shownOccurrences, useShownMeetings } from "./changes/pending.ts";
import { compareEntries, type Entry, entryOfCard, entryOfMeeting, entryOfTask, keyOf } from "./entries.ts";
import { type Days, meetingsOptions, tasksOptions, type TasksOfDays } from "./queries.ts";
import { useChoices } from "./shown/choices.ts";
import { useShownLayers } from "./shown/layers.ts";

export interface EntriesState {
  /** In the order of a day. */
  readonly entries: readonly Entry[];
  readonly cards: Readonly<Record<string, CardName>>;
  /** Dates of cards are among what is shown. */
  readonly hasDates: boolean;
  readonly isLoading: boolean;
  /** There are more than are shown. */
  readonly isCut: boolean;
  /** Why there is nothing; null where there is something, or will be. */
  readonly error: unknown;
  readonly retry: () => void;
}

/** An entry that spans two parts is in the results of both. */
const once = <Value>(values: readonly Value[], keyOf: (value: Value) => string): Value[] => [
  ...new Map(values.map((value) => [keyOf(value), value])).values(),
];

const isMore = (list: CardList): boolean => list.total > list.rows.length;

/**
 * What the person sees of the days: as the server has it, with what was changed here since, and without what they have switched off. What is open is there all
 * the same: a link leads to it.
 * @param parts the days, which follow each other; each part is asked for by itself
 */
export function useEntries(parts: readonly Days[], openKey: string | undefined): EntriesState {
  const can = useCan();
  const { hiddenPeople, tasks: withTasks, meetings: withMeetings, declined: withDeclined } = useChoices();
  const [combineTasks] = useState(combining<TasksOfDays>);
  const [combineMeetings] = useState(combining<MeetingsInRange>);
  const [combineDated] = useState(combining<CardList>);
  const from = parts[0]?.from ?? "";
  const until = parts.at(-1)?.until ?? "";
  const tasks = useQueries({
    queries: parts.map((days) => tasksOptions(can(["TASKS", "read"]) ? days : undefined)),
    combine: combineTasks,
  });
  const meetings = useQueries({
    queries: parts.map((days) => meetingsOptions(can(["MEETINGS", "read"]) ? days : undefined)),
    combine: combineMeetings,
  });
  const layers = useShownLayers();
  const dated = useQueries({
    queries: layers.map(({ type, field }) => datedOptions({ cardTypeId: type.id, sort: [] }, field, { from, until })),
    combine: combineDated,
  });
  const state = useShownState();
  const meetingState = useShownMeetings();
  const entries = useMemo(() => {
    const off = new Set(hiddenPeople);
    const isInDays = ({ firstDay, lastDay }: Entry) => firstDay <= until && lastDay >= from;
    const isOfKind = (entry: Entry) =>
      entry.kind === "card" || (entry.kind === "task" ? withTasks : withMeetings && (withDeclined || entry.state !== "declined"));
    const isWanted = (entry: Entry) =>
      isOfKind(entry) && (entry.people.length === 0 || entry.people.some((userId) => !off.has(userId)));
    const answeredTasks = once(
      [...tasks.answers.values()].flatMap((answer) => answer.tasks),
      ({ id }) => id,
    );
    const shown = answeredTasks.map(shownTask).filter(({ trashedAt }) => trashedAt === null);
    const occurrences = shownOccurrences(
      once(
        [...meetings.answers.values()].flatMap((answer) => answer.occurrences),
        keyOf,
      ),
    );
    const dates = layers.flatMap(({ type, field }, at) =>
      (dated.answers.get(at)?.rows ?? []).flatMap((card) => entryOfCard(card, type, field) ?? []),
    );
    return [...shown.map(entryOfTask), ...occurrences.map(entryOfMeeting), ...dates]
      .filter((entry) => isInDays(entry) && (entry.key === openKey || isWanted(entry)))
      .toSorted(compareEntries);
    // The states stand for what is changed here.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [
    tasks.answers,
    meetings.answers,
    dated.answers,
    layers,
    hiddenPeople,
    withTasks,
    withMeetings,
    withDeclined,
    from,
    until,
    openKey,
    state,
    meetingState,
  ]);
  const cards = useMemo(
    () =>
      Object.assign({}, ...[...tasks.answers.values(), ...meetings.answers.values()].map((answer) => answer.cards)) as Readonly<
        Record<string, CardName>
      >,
    [tasks.answers, meetings.answers],
  );
  const asked = [tasks, meetings, dated];
  return {
    entries,
    hasDates: layers.length > 0,
    cards,
    isLoading: asked.some(({ isLoading }) => isLoading),
    isCut:
      [...tasks.answers.values(), ...meetings.answers.values()].some(({ isCut }) => isCut) ||
      [...dated.answers.values()].some(isMore),
    error: asked.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const { retry } of asked) retry();
    },
  };
}
