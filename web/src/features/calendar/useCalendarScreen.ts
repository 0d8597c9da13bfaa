import type { ActivityId } from "@kartis/core/kernel/id.ts";
import { useRouter } from "@tanstack/react-router";
import { isDay } from "@kartis/core/cards/fields/day.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { dayAfter, dayOf } from "@kartis/core/kernel/zoned-time.ts";
import { type RefObject, useMemo, useState } from "react";
import { client } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { useBackToRows } from "../../ui/collections/useBackToRows.ts";
import { useIsPhone } from "../../lib/device/useIsPhone.ts";
import { useMembers } from "../people/people.ts";
import { useCardTypes } from "../records/card-types.ts";
import { remove as removeTasks, toggleDone } from "../tasks/changes/acts.ts";
import { startOfDay, zone } from "../dates/days.ts";
import { useWhyNotTask } from "../tasks/rights.ts";
import type { BulkMeetingChange } from "@kartis/core/bulk/schema.ts";
import { removeMeeting } from "./changes/meetings.ts";
import { moveDate, moveMeeting, moveTo, moveTask } from "./changes/move.ts";
import type { Place } from "./layout/moving.ts";
import { nextHour } from "./next-hour.ts";
import { questionOf, type SeriesPartAnswer, type SeriesPartQuestion } from "./series/question.ts";
import type { EntryActions, ViewProps } from "./entry/actions.ts";
import { partsOf, useAgendaParts } from "./agenda/useAgendaParts.ts";
import { type Entry, keyOf, keyOfDate, type MeetingEntry } from "./entries.ts";
import { dayBeyond } from "./layout/periods.ts";
import { useLiveCalendar } from "./live.ts";
import { useMeetingSelection } from "./many/useMeetingSelection.ts";
import { gapWords } from "./moving/gap-words.ts";
import { useMoving } from "./moving/useMoving.ts";
import type { CalendarSearch, CalendarView, ChangeCalendar } from "./search.ts";
import { useChoices } from "./shown/choices.ts";
import { useCalendarCommands } from "./useCalendarCommands.ts";
import { useEntries } from "./useEntries.ts";
import { useEntryFocus } from "./useEntryFocus.ts";
import { useMayMove } from "./useMayMove.ts";
import { useOpenClash } from "./useOpenClash.ts";
import { useNow } from "./useNow.ts";
import { usePeriod } from "./usePeriod.ts";
import { useCalendarWords } from "./words.ts";

/** What is asked or written above the calendar. */
type CalendarDialog =
  | { readonly kind: "new"; readonly place?: Place }
  | { readonly kind: "edit"; readonly entry: MeetingEntry }
  | { readonly kind: "seriesPart"; readonly question: SeriesPartQuestion };

/** What the address says is open, as it is named among what is shown. */
function openKeyOf({ open, on }: CalendarSearch): string | undefined {
  if (open === undefined) return undefined;
  return isId("crd", open) ? keyOfDate(open, on ?? "") : keyOf({ meetingId: open, day: on ?? null });
}

/** Where one is in the calendar: which days are shown, what of them has the focus, what is open, and what is being moved. */
export function useCalendarScreen(search: CalendarSearch, change: ChangeCalendar, container: RefObject<HTMLElement | null>) {
  const t = useT();
  const words = useCalendarWords();
  const router = useRouter();
  const isPhone = useIsPhone();
  const nowMs = useNow();
  const { types } = useCardTypes();
  const mayMove = useMayMove();
  const whyNotTask = useWhyNotTask();
  const [dialog, setDialog] = useState<CalendarDialog>();
  const can = useCan();
  const mayCreate = can(["MEETINGS", "create"]);
  const { lengths, lengthen } = useAgendaParts(search.day);
  const { hiddenPeople } = useChoices();
  const people = useMembers();
  useLiveCalendar();

  // On a phone a week has no room; the agenda stands for it.
  const view: CalendarView = isPhone && search.view === "week" ? "agenda" : search.view;
  const { today, day, days, from, until, title } = usePeriod(view, search.day, lengths.at(-1));
  const openKey = openKeyOf(search);
  const { entries, cards, hasDates, isLoading, isCut, error, retry } = useEntries(
    view === "agenda" ? partsOf(days, lengths) : [{ from, until }],
    openKey,
  );

  const open = entries.find(({ key }) => key === openKey);
  const focus = useEntryFocus(entries, { container, openKey, today, from });
  const { stop, setActive, focusEntry } = focus;
  const selection = useMeetingSelection(focus.inOrder, view === "agenda");
  const backToRows = useBackToRows({
    rows: useMemo(() => focus.inOrder.map(({ key }) => key), [focus.inOrder]),
    selected: selection.keys,
    elementOf: focus.elementOf,
    focus: focusEntry,
  });
  const [askedOfMany, askOfMany] = useState<BulkMeetingChange>();

  function close() {
    const back = openKey;
    change({ open: undefined, on: undefined }, false);
    if (back) focus.focusBehind(back);
  }

  const moving = useMoving({
    entryOf: (key) => entries.find((entry) => entry.key === key),
    mayMove,
    onMove: (entry, place) => {
      const message = gapWords(place, words.locale);
      const move = (answer: SeriesPartAnswer) =>
        focus.keepFocus(entry, () => {
          if (entry.kind === "task") moveTask(entry, place, message);
          else if (entry.kind === "card") moveDate(entry, place, message);
          else moveMeeting(entry, place, answer, message);
        });
      const question =
        entry.kind === "meeting" &&
        questionOf({ kind: "change", entry, news: "move", change: moveTo(entry, place), onAnswer: move });
      if (question) setDialog({ kind: "seriesPart", question });
      else move({ part: "all" });
    },
    onCreate: mayCreate ? (place) => setDialog({ kind: "new", place }) : undefined,
  });

  const showView = (next: CalendarView) =>
    focus.goAlong((on = day) => change({ view: next, ...(on === day ? {} : { day: on }) }));
  const step = (by: 1 | -1) => focus.goAlong(() => change({ day: dayBeyond(view, day, by) }));
  /** Today, or on the day that the address names. */
  const create = () => setDialog({ kind: "new", ...(search.day ? { place: nextHour(search.day) } : {}) });
  /** To what comes after an entry that goes, or else before it. */
  function focusBeyond(entry: Entry, isGone: (other: Entry) => boolean) {
    const { inOrder } = focus;
    const at = inOrder.findIndex(({ key }) => key === entry.key);
    const next =
      inOrder.slice(at + 1).find((other) => !isGone(other)) ?? inOrder.slice(0, at).findLast((other) => !isGone(other));
    // After what asked gives the focus back.
    if (next) setTimeout(() => focusEntry(next.key));
  }
  function askToDelete(entry: MeetingEntry) {
    const remove = ({ part, notifyGuests }: SeriesPartAnswer) => {
      if (openKey) close();
      else focusBeyond(entry, ({ id }) => part !== "one" && id === entry.id);
      removeMeeting(entry.occurrence, part, notifyGuests);
    };
    const question = questionOf({ kind: "delete", entry, news: "delete", onAnswer: remove });
    if (question) setDialog({ kind: "seriesPart", question });
    else remove({ part: "one" });
  }
  const mayDelete = can(["MEETINGS", "delete"]);
  function deletionOf(entry: Entry): (() => void) | undefined {
    if (selection.meetings.length > 0) return mayDelete ? () => askOfMany({ kind: "delete" }) : undefined;
    if (entry.kind === "meeting") return mayDelete && entry.occurrence.canUpdate ? () => askToDelete(entry) : undefined;
    if (entry.kind !== "task" || whyNotTask("delete", entry.task)) return undefined;
    return () => {
      focusBeyond(entry, () => false);
      removeTasks([entry.task]);
    };
  }
  const exportShown = () => {
    const shown = people.filter(({ userId }) => !hiddenPeople.includes(userId)).map(({ userId }) => userId);
    const window = { from: startOfDay(from), until: startOfDay(dayAfter(until)), timeZone: zone };
    return client.meetings.export.mutate({ ...window, ...(hiddenPeople.length > 0 ? { userIds: shown } : {}) });
  };
  const goToImport = mayCreate ? () => void router.navigate({ href: "/calendar/import" }) : undefined;
  function selectFocused() {
    const entry = entries.find(({ key }) => key === stop);
    if (entry) selection.toggle(entry);
  }
  function goToToday() {
    focus.goAlong(() => change({ day: undefined }));
    // A list that begins today already is back at its beginning.
    if (view === "agenda" && from === today) focus.toStart();
  }
  useCalendarCommands({
    view,
    onView: showView,
    onStep: step,
    onToday: goToToday,
    onEntry: focus.toEntry,
    create: mayCreate ? { label: t("calendar.new"), run: create } : undefined,
    goToImport,
    leave: selection.isSelecting ? selection.clear : openKey ? close : undefined,
    select: view === "agenda" ? selectFocused : undefined,
  });

  const actions: EntryActions = {
    onOpen: (entry: Entry) => {
      setActive(entry.key);
      const on = entry.kind === "meeting" ? entry.occurrence.day : entry.kind === "card" ? entry.field.id : null;
      change({ open: entry.id, on: on ?? undefined }, isPhone);
    },
    onFocus: ({ key }) => setActive(key),
    ...(view === "agenda"
      ? {
          onSelect: selection.toggle,
          onStep: (entry, by) => {
            const next = focus.beside(entry, by);
            if (next) focusEntry(next.key);
          },
          onExtend: (entry, by) => {
            const next = by === 0 ? entry : focus.beside(entry, by);
            if (!next) return;
            // The one where the range begins is of it.
            selection.extend(next, by !== 0 && selection.keys.size === 0 ? entry : undefined);
            focusEntry(next.key);
          },
        }
      : {}),
    ...(view !== "agenda" && !openKey
      ? { onLeave: () => document.querySelector<HTMLElement>("[data-calendar-title]")?.focus() }
      : {}),
    onDone: ({ task }) => toggleDone([task]),
    mayMove,
    deletionOf,
    onDay: (named) => change({ view: "day", day: named }),
  };
  useOpenClash(entries, actions.onOpen);
  const viewProps: Omit<ViewProps, "days"> = { entries, today, nowMs, stop, openKey, moving, actions };
  return {
    view,
    day,
    days,
    title,
    entries,
    cards,
    hasDates,
    isLoading,
    isCut,
    error,
    retry,
    moving,
    viewProps,
    selection,
    askedOfMany,
    askOfMany,
    backToRows,
    cardOf: (cardId: string | null) => {
      const card = cardId ? cards[cardId] : undefined;
      const type = card && types?.find(({ id }) => id === card.typeId);
      return card && { name: card.name, href: type && `/cards/${type.slug}/${cardId}` };
    },
    showView,
    step,
    goToToday,
    goTo: (named: string) => change({ day: named }),
    /** The day of what is open, where the address does not name it. */
    goToOpen: ({ start, day: on }: { readonly start: string; readonly day: string | null }) =>
      change({ day: isDay(start) ? start : dayOf(Date.parse(start), zone), on: on ?? undefined }, false),
    /** What is open has become a time of another series. */
    follow: ({ meetingId, day: on }: { readonly meetingId: ActivityId; readonly day: string | undefined }) =>
      change({ open: meetingId, on }, false),
    /** Where one stands in a month is no step to come back from. */
    goQuietlyTo: (named: string) => named !== day && change({ day: named }, false),
    // Beyond what is left out there is nothing to add.
    onMore: lengthen && !isCut ? () => lengthen(entries.length) : undefined,
    close,
    open,
    dialog,
    beginDialog: setDialog,
    endDialog: () => setDialog(undefined),
    create: mayCreate ? create : undefined,
    goToImport,
    exportShown: can(["MEETINGS", "read"]) ? exportShown : undefined,
    edit: (entry: MeetingEntry) => setDialog({ kind: "edit", entry }),
    askToDelete: mayDelete ? askToDelete : undefined,
  };
}

export type CalendarScreenState = ReturnType<typeof useCalendarScreen>;
