import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import type { CardQuery } from "@kartis/core/cards/query/schema.ts";
import { instantOf } from "@kartis/core/kernel/zoned-time.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type RefObject, useMemo, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { moveDate } from "../../calendar/changes/move.ts";
import { compareEntries, type Entry, entryOfCard } from "../../calendar/entries.ts";
import type { EntryActions, ViewProps } from "../../calendar/entry/actions.ts";
import { dayBeyond } from "../../calendar/layout/periods.ts";
import type { Place } from "../../calendar/layout/moving.ts";
import { gapWords } from "../../calendar/moving/gap-words.ts";
import { useMoving } from "../../calendar/moving/useMoving.ts";
import type { CalendarView } from "../../calendar/search.ts";
import { useCalendarCommands } from "../../calendar/useCalendarCommands.ts";
import { useEntryFocus } from "../../calendar/useEntryFocus.ts";
import { useMayMove } from "../../calendar/useMayMove.ts";
import { useOpenClash } from "../../calendar/useOpenClash.ts";
import { useNow } from "../../calendar/useNow.ts";
import { usePeriod } from "../../calendar/usePeriod.ts";
import { useCalendarWords } from "../../calendar/words.ts";
import { zone } from "../../dates/days.ts";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import type { ListState } from "../list/useListState.ts";
import { openNewRecord } from "../../records/new-record.ts";
import { useWhyNot } from "../../records/rights.ts";
import { datedOptions, isWholeDays, undatedOptions } from "./dates.ts";
import { cardCalendarViews, printPlace, readPlace } from "./place.ts";

/** Default time when a day is chosen without a time, as in the form. */
const usualTime = "09:00";

/** The cards of a list on a calendar: which days are shown, what of them has the focus, what is open, and what is being moved. */
export function useCardCalendar(
  { type, field, state, query }: { type: CardType; field: Field; state: ListState; query: CardQuery },
  container: RefObject<HTMLElement | null>,
) {
  const t = useT();
  const words = useCalendarWords();
  const router = useRouter();
  const isPhone = useIsPhone();
  const nowMs = useNow();
  const mayMove = useMayMove();
  const mayCreate = useWhyNot()("create") === undefined;
  const [openKey, setOpenKey] = useState<string>();

  const place = readPlace(state.search.at);
  // On a phone a week has no room.
  const view = isPhone && place.view === "week" ? "month" : place.view;
  const { today, day, days, from, until, title } = usePeriod(view, place.day);
  const dated = useQuery({ ...datedOptions(query, field, { from, until }), placeholderData: keepPreviousData });
  const undated = useQuery(undatedOptions(query, field));
  const { data } = dated;
  const entries = useMemo(
    () =>
      (data?.rows ?? [])
        .flatMap((card) => entryOfCard(card, type, field) ?? [])
        .filter(({ firstDay }) => firstDay >= from && firstDay <= until)
        .toSorted(compareEntries),
    [data, type, field, from, until],
  );
  const { stop, setActive, focusBehind, keepFocus, toEntry, goAlong } = useEntryFocus(entries, {
    container,
    openKey,
    today,
    from,
  });

  function go(next: { view?: CalendarView; day?: string | undefined }, isStep = true) {
    const shown = cardCalendarViews.find((name) => name === next.view) ?? view;
    const { at: _, ...others } = state.search;
    const at = printPlace({ view: shown, day: "day" in next ? next.day : place.day });
    void router.navigate({
      to: router.state.location.pathname,
      search: { ...others, ...(at ? { at } : {}) },
      replace: !isStep,
    });
  }
  function close() {
    const back = openKey;
    setOpenKey(undefined);
    if (back) focusBehind(back);
  }
  function create({ isAllDay, firstDay, startMs }: Place) {
    const date = isWholeDays(field)
      ? firstDay
      : isAllDay
        ? instantOf(firstDay, usualTime, zone)
        : new Date(startMs).toISOString();
    openNewRecord(type.id, { [field.id]: date });
  }

  const moving = useMoving({
    entryOf: (key) => entries.find((entry) => entry.key === key),
    mayMove,
    onMove: (entry, to) => entry.kind === "card" && keepFocus(entry, () => moveDate(entry, to, gapWords(to, words.locale))),
    onCreate: mayCreate ? create : undefined,
  });
  const showView = (next: CalendarView) => goAlong((on = day) => go({ view: next, ...(on === day ? {} : { day: on }) }));
  const step = (by: 1 | -1) => goAlong(() => go({ day: dayBeyond(view, day, by) }));
  const goToToday = () => goAlong(() => go({ day: undefined }));
  useCalendarCommands({
    view,
    views: cardCalendarViews,
    onView: showView,
    onStep: step,
    onToday: goToToday,
    onEntry: toEntry,
    create: mayCreate
      ? {
          id: "record.new",
          label: t("shell.newRecord"),
          run: () => create({ isAllDay: true, firstDay: day, lastDay: day, startMs: 0, endMs: 0 }),
        }
      : undefined,
    leave: openKey ? close : undefined,
  });

  const actions: EntryActions = {
    onOpen: ({ key }: Entry) => {
      setActive(key);
      setOpenKey(key);
    },
    onFocus: ({ key }) => setActive(key),
    deletionOf: () => undefined,
    onDone: () => undefined,
    mayMove,
    onDay: (named) => go({ view: "day", day: named }),
  };
  useOpenClash(entries, actions.onOpen);
  const viewProps: Omit<ViewProps, "days"> = { entries, today, nowMs, stop, openKey, moving, actions };
  return {
    view,
    day,
    days,
    title,
    entries,
    open: entries.find(({ key }) => key === openKey),
    undated: undated.data?.total ?? 0,
    isLoading: dated.isFetching && (data === undefined || dated.isPlaceholderData),
    isCut: data !== undefined && data.total > data.rows.length,
    error: data ? null : dated.error,
    retry: () => void dated.refetch(),
    viewProps,
    moving,
    showView,
    step,
    goToToday,
    goTo: (named: string) => go({ day: named }),
    /** Moving within a month adds no step to the browser history. */
    goQuietlyTo: (named: string) => named !== day && go({ day: named }, false),
    close,
  };
}
