import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ownPlace } from "../../../lib/keys/keep-focus.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import { useMembers, useNameOf } from "../../people/people.ts";
import type { ViewProps } from "../entry/actions.ts";
import { Skeleton } from "../../../ui/feedback/Skeleton.tsx";
import type { MeetingSelection } from "../many/useMeetingSelection.ts";
import { useCalendarWords } from "../words.ts";
import styles from "./Agenda.module.css";
import { AgendaRow, type RowPerson } from "./AgendaRow.tsx";
import { agendaOf, type AgendaDay, inWindow } from "./rows.ts";

interface AgendaProps extends Omit<ViewProps, "moving" | "days"> {
  from: string;
  until: string;
  label: string;
  cardOf: (cardId: string | null) => { name: string; href: string | undefined } | undefined;
  /** Some of what is to come has not been answered yet. */
  isLoading: boolean;
  selection: MeetingSelection;
  /** Asks for the days that follow; undefined when there are no more to ask for. */
  onMore: (() => void) | undefined;
}

const overscan = 400;
/** The following days are requested this many pixels before the end. */
const ahead = 1_500;
/** Scroll distance after which the drawn part is recalculated: until then, the part beyond the edge is enough. */
const stepPx = 200;

/** Upcoming entries, day by day. Only the visible part is drawn. */
export function Agenda(props: AgendaProps) {
  const { from, until, label, entries, today, nowMs, openKey, cardOf, actions, isLoading, selection, onMore } = props;
  const t = useT();
  const words = useCalendarWords();
  const isPhone = useIsPhone();
  const scroller = useRef<HTMLDivElement>(null);
  const { days, height } = useMemo(() => {
    const heights = isPhone ? { row: 56, least: 56, head: 36 } : { row: 44, least: 52, head: 0 };
    return agendaOf(entries, { from, until, today }, heights);
  }, [entries, from, until, today, isPhone]);
  const personOf = usePeople();
  const view = useView(scroller, from);
  const rowHeight = isPhone ? 56 : 44;
  const shown = inWindow(days, (day) => day.height, view.from - overscan, view.from + view.height + overscan);
  const isNearEnd = view.from + view.height > height - ahead;
  const more = useEffectEvent(() => onMore?.());
  useEffect(() => {
    // What has been asked for may be enough.
    if (isNearEnd && !isLoading) more();
  }, [isNearEnd, isLoading, until]);

  const weekdayOf = (day: string) => (day === today ? t("calendar.todayNamed", { day: words.weekday(day) }) : words.weekday(day));
  const stopDay = days.find(({ rows }) => rows.some(({ entry }) => entry.key === props.stop))?.day;
  const rowsOf = (day: AgendaDay) => {
    const from = view.from - overscan - day.top;
    const drawn = inWindow(day.rows, () => rowHeight, from, from + view.height + 2 * overscan);
    const stopRow = day.day === stopDay ? day.rows.find(({ entry }) => entry.key === props.stop) : undefined;
    // The one that has the focus stays, wherever one scrolls.
    return stopRow && !drawn.includes(stopRow) ? [...drawn, stopRow] : drawn;
  };
  const stopped = days.find(({ day }) => day === stopDay);
  const drawnDays = stopped && !shown.includes(stopped) ? [...shown, stopped] : shown;

  return (
    <div
      {...ownPlace}
      ref={scroller}
      className={styles.scroller}
      data-12-hours={words.has12Hours || undefined}
      data-calendar-view
      data-in-view
    >
      <div role="list" aria-label={label} className={styles.body} style={{ blockSize: height }}>
        {drawnDays.map((day) => (
          <div
            key={day.day}
            role="listitem"
            className={styles.day}
            style={{ insetBlockStart: day.top, blockSize: day.height }}
            data-today={day.day === today || undefined}
          >
            <h2 className={styles.head}>
              {isPhone ? (
                // On one line, day and month are formatted as one date, in the language's own order and case.
                <>
                  <b>{words.dayAndMonth(day.day)}</b>
                  <span>{weekdayOf(day.day)}</span>
                </>
              ) : (
                <>
                  <b>{words.dayOfMonth(day.day)}</b>
                  <span>
                    <span>{weekdayOf(day.day)}</span>
                    <span>{words.month(day.day)}</span>
                  </span>
                </>
              )}
            </h2>
            <div
              className={styles.rows}
              role={day.rows.length > 0 ? "list" : undefined}
              aria-label={day.rows.length > 0 ? words.longDay(day.day) : undefined}
            >
              {day.rows.length === 0 && (
                <p className={styles.none}>{isLoading ? <Skeleton width="160px" /> : t("calendar.nothingToday")}</p>
              )}
              {rowsOf(day).map(({ entry, top }) => (
                <AgendaRow
                  key={entry.key}
                  entry={entry}
                  openKey={openKey}
                  nowMs={nowMs}
                  today={today}
                  cardOf={cardOf}
                  personOf={personOf}
                  actions={actions}
                  day={day.day}
                  top={top}
                  isStop={entry.key === props.stop && day.day === stopDay}
                  isSelecting={selection.isSelecting}
                  isSelected={selection.keys.has(entry.key)}
                />
              ))}
              {day.day === today && (
                <div
                  className={styles.now}
                  style={{ insetBlockStart: nowTop(day, nowMs, rowHeight) }}
                  data-first={nowTop(day, nowMs, rowHeight) === (day.rows[0]?.top ?? -1) || undefined}
                  aria-hidden="true"
                >
                  <span>{words.time(nowMs)}</span>
                </div>
              )}
            </div>
          </div>
        ))}
      </div>
      {days.every(({ rows }) => rows.length === 0) && !onMore && !isLoading && (
        <p className={styles.nothing}>{t("calendar.nothing")}</p>
      )}
    </div>
  );
}

function usePeople(): (userId: string) => RowPerson {
  const members = useMembers();
  const nameOf = useNameOf();
  const avatars = useMemo(
    () => new Map<string, string | null>(members.map(({ userId, avatarId }) => [userId, avatarId])),
    [members],
  );
  return useCallback((userId) => ({ name: nameOf(userId), avatarId: avatars.get(userId) }), [nameOf, avatars]);
}

/** Between what has begun and what has not. */
function nowTop(day: AgendaDay, nowMs: number, rowHeight: number): number {
  const next = day.rows.find(({ entry }) => !entry.isAllDay && entry.startMs > nowMs);
  const lastTimed = day.rows.findLast(({ entry }) => !entry.isAllDay);
  if (next) return next.top;
  return lastTimed ? lastTimed.top + rowHeight : day.rows[0] ? day.rows[0].top : day.height - rowHeight;
}

/** Visible part of the list. */
function useView(scroller: RefObject<HTMLElement | null>, from: string) {
  const [view, setView] = useState(() => ({ from: 0, height: globalThis.innerHeight }));
  const look = useEffectEvent(() => {
    const element = scroller.current;
    if (!element) return;
    const from = Math.round(element.scrollTop / stepPx) * stepPx;
    if (from !== view.from || element.clientHeight !== view.height) setView({ from, height: element.clientHeight });
  });
  useLayoutEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [from, scroller]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    // At once: a frame that shows the new place without its rows would flash.
    const onScroll = () => flushSync(look);
    const resizing = new ResizeObserver(() => look());
    element.addEventListener("scroll", onScroll, { passive: true });
    resizing.observe(element);
    return () => {
      element.removeEventListener("scroll", onScroll);
      resizing.disconnect();
    };
  }, [scroller]);
  return view;
}
