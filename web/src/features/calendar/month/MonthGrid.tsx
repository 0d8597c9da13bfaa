import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { ownPlace } from "../../../lib/keys/keep-focus.ts";
import type { ViewProps } from "../entry/actions.ts";
import { useCalendarWords } from "../words.ts";
import { MonthWeek } from "./MonthWeek.tsx";
import styles from "./MonthGrid.module.css";
import { touch } from "../../../lib/device/touch.ts";

interface MonthGridProps extends ViewProps {
  /** The one that the address names: its month is shown, and the keys begin at it. */
  day: string;
  label: string;
  onDayFocus: (day: string) => void;
  /** Beyond the days that are shown. */
  onLeave: (day: string) => void;
}

/** Pixels of a cell besides its lines: the number of the day, and “n more”. */
const headPixels = 30;
const morePixels = 20;
const mostLines = 4;

/** A month in weeks. Each day has as many lines as it has room for, four at most; the day itself has the rest. */
export function MonthGrid(props: MonthGridProps) {
  const { days, entries, day, label, onDayFocus, onLeave, moving, actions } = props;
  const words = useCalendarWords();
  const grid = useRef<HTMLDivElement>(null);
  const { lines, linePixels } = useLines(grid, days.length / 7);
  const weeks = useMemo(() => Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7)), [days]);
  const cellOf = (name: string) => grid.current?.querySelector<HTMLElement>(`[data-day="${name}"]`);

  /** Arrows go from day to day, Enter shows one. */
  function onKeyDown(event: KeyboardEvent) {
    if (!(event.target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const at = event.target.dataset["day"];
    if (at === undefined) return;
    const forward = document.documentElement.dir === "rtl" ? -1 : 1;
    const steps: Readonly<Record<string, number>> = { ArrowRight: forward, ArrowLeft: -forward, ArrowDown: 7, ArrowUp: -7 };
    const step = steps[event.key];
    if (event.key === "Enter") {
      event.preventDefault();
      return actions.onDay(at);
    }
    if (step === undefined) return undefined;
    event.preventDefault();
    const to = days[days.indexOf(at) + step];
    if (to) cellOf(to)?.focus();
    else onLeave(new Date(Date.parse(at) + step * 86_400_000).toISOString().slice(0, 10));
    return undefined;
  }

  // Another month, reached by the arrows: one stands in it on the day that was meant.
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (hadFocus.current) cellOf(day)?.focus();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [day, days]);

  return (
    <div
      {...ownPlace}
      className={styles.view}
      data-calendar-view
      onPointerDown={moving.onPointerDown}
      onFocus={(event) => (hadFocus.current = event.target.dataset["day"] !== undefined)}
      onBlur={(event) => {
        if (event.relatedTarget instanceof Element) hadFocus.current = false;
      }}
    >
      <div ref={grid} role="grid" aria-label={label} className={styles.grid} onKeyDown={onKeyDown} tabIndex={-1}>
        <div role="row" className={styles.heads}>
          {weeks[0]?.map((each) => (
            <span key={each} role="columnheader" className={styles.head} data-today={each === props.today || undefined}>
              {words.weekday(each)}
            </span>
          ))}
        </div>
        {weeks.map((week) => (
          <MonthWeek
            key={week[0]}
            {...props}
            week={week}
            entries={entries}
            month={day.slice(0, 7)}
            lines={lines}
            linePixels={linePixels}
            focusDay={day}
            onDayFocus={onDayFocus}
          />
        ))}
      </div>
    </div>
  );
}

/** Number of lines that fit in a cell. */
function useLines(grid: RefObject<HTMLElement | null>, weeks: number) {
  const [height, setHeight] = useState(0);
  const linePixels = touch.isNow() ? 26 : 23;
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return undefined;
    const look = () => setHeight(element.clientHeight);
    look();
    const watching = new ResizeObserver(look);
    watching.observe(element);
    return () => watching.disconnect();
  }, [grid]);
  const room = (height - 30) / weeks - headPixels - morePixels;
  return { lines: Math.max(1, Math.min(mostLines, Math.floor(room / linePixels))), linePixels };
}
