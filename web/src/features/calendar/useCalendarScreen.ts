import { isDay } from "@kartis/core/cards/fields/day.ts";
import { dayOf } from "@kartis/core/kernel/zoned-time.ts";
import { type RefObject, useMemo, useState } from "react";
import { useFormat } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { useIsPhone } from "../cards/list/useIsPhone.ts";
import { useCardTypes } from "../cards/types.ts";
import { toggleDone } from "../tasks/changes/acts.ts";
import { useToday, zone } from "../tasks/days.ts";
import { removeMeeting, type Scope } from "./changes/meetings.ts";
import { moveMeeting, moveTask } from "./changes/move.ts";
import type { Place } from "./layout/moving.ts";
import { nextHour } from "./next-hour.ts";
import type { ScopeQuestion } from "./scope/ScopeDialog.tsx";
import type { EntryActions, ViewProps } from "./entry/actions.ts";
import { type Entry, keyOf, type MeetingEntry } from "./entries.ts";
import { dayBeyond, daysOf } from "./layout/periods.ts";
import { daysFrom } from "./layout/wall.ts";
import { useLiveCalendar } from "./live.ts";
import { useMoving } from "./moving/useMoving.ts";
import type { CalendarSearch, CalendarView, ChangeCalendar } from "./search.ts";
import { useCalendarCommands } from "./useCalendarCommands.ts";
import { useEntries } from "./useEntries.ts";
import { useMayMove } from "./useMayMove.ts";
import { useNow } from "./useNow.ts";
import { useTitleOf } from "./words.ts";

/** What is asked or written above the calendar. */
type CalendarDialog =
  | { readonly kind: "new"; readonly place?: Place }
  | { readonly kind: "edit"; readonly entry: MeetingEntry }
  | { readonly kind: "scope"; readonly question: ScopeQuestion };

/** How many days an agenda asks for at once, and at most. */
const agendaStep = 30;
const longestAgenda = 360;

/** Where one is in the calendar: which days are shown, what of them has the focus, what is open, and what is being moved. */
export function useCalendarScreen(search: CalendarSearch, change: ChangeCalendar, container: RefObject<HTMLElement | null>) {
  const isPhone = useIsPhone();
  const today = useToday();
  const nowMs = useNow();
  const { locale } = useFormat();
  const titleOf = useTitleOf();
  const { types } = useCardTypes();
  const mayMove = useMayMove();
  const [activeKey, setActiveKey] = useState<string>();
  const [dialog, setDialog] = useState<CalendarDialog>();
  const can = useCan();
  const mayCreate = can(["MEETINGS", "create"]);
  const [agenda, setAgenda] = useState({ of: "", length: agendaStep });
  useLiveCalendar();

  // On a phone a week has no room; the agenda stands for it.
  const view: CalendarView = isPhone && search.view === "week" ? "agenda" : search.view;
  const day = search.day ?? today;
  // An agenda that begins on another day is a short one again.
  const length = agenda.of === day ? agenda.length : agendaStep;
  const days = useMemo(
    () => (view === "agenda" ? daysFrom(day, length) : daysOf(view, day, locale)),
    [view, day, length, locale],
  );
  const { entries, cards, isLoading, isCut, error, retry } = useEntries({ from: days[0] ?? day, until: days.at(-1) ?? day });

  const openKey = search.open && keyOf({ meetingId: search.open, day: search.on ?? null });
  const open = entries.find(({ key }) => key === openKey);
  const first = entries.find(({ lastDay }) => lastDay >= today) ?? entries[0];
  const stop = (entries.find(({ key }) => key === activeKey) ?? entries.find(({ key }) => key === openKey) ?? first)?.key;
  const elementOf = (key: string) => container.current?.querySelector<HTMLElement>(`[data-entry="${key}"] > button[tabindex]`);

  function focusEntry(key: string) {
    setActiveKey(key);
    // At once, so that what is pressed next is meant for it; and once it is drawn, where it was out of view.
    elementOf(key)?.focus();
    requestAnimationFrame(() => {
      elementOf(key)?.focus();
      elementOf(key)?.scrollIntoView({ block: "nearest" });
    });
  }
  function close() {
    const back = openKey;
    change({ open: undefined, on: undefined }, false);
    if (back) setTimeout(() => elementOf(back)?.focus());
  }
  function toEntry(by: 1 | -1) {
    const at = entries.findIndex(({ key }) => key === activeKey);
    // Back to the one where one was, if the focus has gone elsewhere.
    const active = entries[at];
    const isThere = active && elementOf(active.key)?.matches(":focus");
    const next = active ? (isThere ? entries[at + by] : active) : first;
    if (next) focusEntry(next.key);
  }

  const moving = useMoving({
    entryOf: (key) => entries.find((entry) => entry.key === key),
    mayMove,
    onMove: (entry, place) => {
      const hadFocus = elementOf(entry.key)?.matches(":focus") ?? false;
      const move = (scope: Scope) => {
        if (entry.kind === "task") moveTask(entry, place);
        else moveMeeting(entry, place, scope);
        if (hadFocus) focusEntry(entry.key);
      };
      if (entry.kind === "meeting" && entry.occurrence.isRepeating)
        setDialog({ kind: "scope", question: { kind: "change", entry, onAnswer: move } });
      else move("all");
    },
    onCreate: mayCreate ? (place) => setDialog({ kind: "new", place }) : undefined,
  });

  const showView = (next: CalendarView) => change({ view: next });
  const step = (by: 1 | -1) => change({ day: dayBeyond(view, day, by) });
  /** Today, or on the day that the address names. */
  const create = () => setDialog({ kind: "new", ...(search.day ? { place: nextHour(search.day) } : {}) });
  function askToDelete(entry: MeetingEntry) {
    const remove = (scope: Scope) => {
      close();
      removeMeeting(entry.occurrence, scope);
    };
    if (entry.occurrence.isRepeating) setDialog({ kind: "scope", question: { kind: "delete", entry, onAnswer: remove } });
    else remove("one");
  }
  const goToToday = () => change({ day: undefined });
  useCalendarCommands({
    view,
    onView: showView,
    onStep: step,
    onToday: goToToday,
    onEntry: toEntry,
    create: mayCreate ? create : undefined,
    leave: openKey ? close : undefined,
  });

  const actions: EntryActions = {
    onOpen: (entry: Entry) => {
      setActiveKey(entry.key);
      const on = entry.kind === "meeting" ? entry.occurrence.day : null;
      change({ open: entry.id, on: on ?? undefined }, isPhone);
    },
    onFocus: ({ key }) => setActiveKey(key),
    onDone: ({ task }) => toggleDone([task]),
    mayMove,
    onDay: (named) => change({ view: "day", day: named }),
  };
  const viewProps: Omit<ViewProps, "days"> = { entries, today, nowMs, stop, openKey, moving, actions };
  return {
    view,
    day,
    days,
    title: titleOf(view, day, days),
    entries,
    cards,
    isLoading,
    isCut,
    error,
    retry,
    moving,
    viewProps,
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
    /** Where one stands in a month is no step to come back from. */
    goQuietlyTo: (named: string) => named !== day && change({ day: named }, false),
    onMore: length < longestAgenda ? () => setAgenda({ of: day, length: length + agendaStep }) : undefined,
    close,
    open,
    dialog,
    endDialog: () => setDialog(undefined),
    create: mayCreate ? create : undefined,
    edit: (entry: MeetingEntry) => setDialog({ kind: "edit", entry }),
    askToDelete: can(["MEETINGS", "delete"]) ? askToDelete : undefined,
  };
}

export type CalendarScreenState = ReturnType<typeof useCalendarScreen>;
