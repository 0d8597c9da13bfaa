import { isId } from "@kartis/core/kernel/id-form.ts";
import type { ActivityId } from "@kartis/core/kernel/id.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useT } from "../../lib/i18n.tsx";
import { toAppError } from "../../lib/errors.ts";
import { later } from "../../lib/later.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { Agenda } from "./agenda/Agenda.tsx";
import { CalendarHeader } from "./CalendarHeader.tsx";
import styles from "./CalendarPage.module.css";
import { continuationOf, isContinuation } from "./changes/meetings.ts";
import { EditMeetingDialog, NewMeetingDialog } from "./editor/later.ts";
import { MeetingsBar } from "./many/later.ts";
import { MonthGrid } from "./month/MonthGrid.tsx";
import { MovingStatus } from "./moving/MovingStatus.tsx";
import { CardBeside, MeetingBeside, OpenTask, SeriesPartDialog } from "./peek/later.ts";
import { LiveDates } from "./live.ts";
import { meetingOptions } from "./queries.ts";
import type { CalendarSearch, ChangeCalendar } from "./search.ts";
import { TimeGrid } from "./time-grid/TimeGrid.tsx";
import { type CalendarScreenState, useCalendarScreen } from "./useCalendarScreen.ts";

const Failure = later(async () => (await import("../../ui/pages/Failure.tsx")).default);

/** The calendar, with what is open beside it. */
export function CalendarScreen({ search, change }: { search: CalendarSearch; change: ChangeCalendar }) {
  const t = useT();
  const container = useRef<HTMLDivElement>(null);
  const state = useCalendarScreen(search, change, container);
  const { view, day, days, title, entries, viewProps, moving, dialog } = state;
  return (
    <div className={styles.page}>
      <CalendarHeader
        title={title}
        view={view}
        onView={state.showView}
        onStep={state.step}
        onToday={state.goToToday}
        onCreate={state.create}
        onImport={state.goToImport}
        onExport={state.exportShown}
        onSelect={view === "agenda" && !state.selection.isSelecting ? state.selection.begin : undefined}
      />
      <div className={styles.progress} data-busy={state.isLoading || undefined} />
      {state.isCut && <p className={styles.cut}>{t("calendar.cut")}</p>}
      <div className={styles.body}>
        <div ref={container} className={styles.view} data-view={view} aria-busy={state.isLoading}>
          {state.error ? (
            <Failure error={state.error} onRetry={state.retry} />
          ) : view === "month" ? (
            <MonthGrid {...viewProps} days={days} day={day} label={title} onDayFocus={state.goQuietlyTo} onLeave={state.goTo} />
          ) : view === "agenda" ? (
            <Agenda
              {...viewProps}
              from={days[0] ?? day}
              until={days.at(-1) ?? day}
              label={title}
              cardOf={state.cardOf}
              isLoading={state.isLoading}
              onMore={state.onMore}
              selection={state.selection}
            />
          ) : (
            <TimeGrid {...viewProps} days={days} />
          )}
        </div>
        <Open state={state} search={search} />
      </div>
      {dialog?.kind === "new" && (
        <NewMeetingDialog place={dialog.place} onClose={state.endDialog} onReopen={() => state.beginDialog(dialog)} />
      )}
      {dialog?.kind === "edit" && <EditMeetingDialog entry={dialog.entry} onClose={state.endDialog} />}
      {dialog?.kind === "seriesPart" && <SeriesPartDialog question={dialog.question} onClose={state.endDialog} />}
      {state.selection.isSelecting && (
        <MeetingsBar selection={state.selection} asked={state.askedOfMany} onAsk={state.askOfMany} onGone={state.backToRows} />
      )}
      {state.hasDates && <LiveDates />}
      <MovingStatus moving={moving} entries={entries} />
    </div>
  );
}

/** The open entry named in the address: a meeting or card among those shown, or a task. */
function Open({ state, search }: { state: CalendarScreenState; search: CalendarSearch }) {
  const { open, view, edit, askToDelete, close } = state;
  if (open?.kind === "meeting")
    return (
      <MeetingBeside
        key={open.key}
        entry={open}
        isDocked={view === "agenda"}
        isCovered={state.dialog !== undefined}
        card={state.cardOf(open.occurrence.cardId)}
        onEdit={() => edit(open)}
        onDelete={askToDelete && open.occurrence.canUpdate ? () => askToDelete(open) : undefined}
        onClose={close}
      />
    );
  if (open?.kind === "card")
    return (
      <CardBeside
        key={open.key}
        entry={open}
        isDocked={view === "agenda"}
        isCovered={state.dialog !== undefined}
        onClose={close}
      />
    );
  if (open) return <OpenTask key={open.id} taskId={open.id} cards={state.cards} onClose={close} />;
  if (!isId("act", search.open) || state.isLoading) return null;
  return <Elsewhere key={search.open} id={search.open} on={search.on} state={state} />;
}

/** Something that is not among what is shown: a meeting leads to its own day, one that a series was divided at to the new series, anything else is a task. */
function Elsewhere({ id, on, state }: { id: ActivityId; on: string | undefined; state: CalendarScreenState }) {
  const t = useT();
  const continued = on === undefined ? undefined : continuationOf(id, on);
  const { data, error, isFetching } = useQuery({ ...meetingOptions(id, on), enabled: !continued });
  const occurrence = data?.trashedAt === null ? data.occurrence : null;
  // Tasks have no times that an address would name.
  const isMeeting = data !== undefined || on !== undefined;
  const isMissing = error !== null && toAppError(error).code === "NOT_FOUND";
  const isGone = !isFetching && !occurrence && (isMissing || data !== undefined);
  const go = useEffectEvent(state.goToOpen);
  const follow = useEffectEvent(state.follow);
  const leave = useEffectEvent(() => {
    // Whoever has undone a division knows it.
    if (!isContinuation(id)) showToast({ tone: "info", code: "meetings.gone", givesWay: true, title: t("calendar.gone") });
    state.close();
  });
  useEffect(() => {
    if (continued) follow(continued);
    else if (occurrence) go(occurrence);
  }, [continued, occurrence]);
  useEffect(() => {
    if (isGone && isMeeting) leave();
  }, [isGone, isMeeting]);
  return isGone && !isMeeting ? <OpenTask taskId={id} cards={state.cards} onClose={state.close} /> : null;
}
