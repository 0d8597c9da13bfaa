import { type CSSProperties, useLayoutEffect, useMemo, useRef } from "react";
import { ownPlace } from "../../../lib/keys/keep-focus.ts";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import { zone } from "../../dates/days.ts";
import type { ViewProps } from "../entry/actions.ts";
import type { Entry } from "../entries.ts";
import { minuteOf, wallDay } from "../layout/wall.ts";
import { useCalendarWords } from "../words.ts";
import { DayColumn } from "./DayColumn.tsx";
import { DayHeads } from "./DayHeads.tsx";
import { DayLanes } from "./DayLanes.tsx";
import styles from "./TimeGrid.module.css";

const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** Hour that a day is scrolled to first. */
const firstHour = 7;

/** It stands above the hours: it has none, or is longer than a day. */
const isInLanes = (entry: Entry): boolean => entry.isAllDay || entry.endMs - entry.startMs >= 86_400_000;

/** One day or seven, with their hours below each other: what overlaps stands side by side. */
export function TimeGrid(props: ViewProps) {
  const { days, entries, today, moving } = props;
  const words = useCalendarWords();
  const isPhone = useIsPhone();
  const scroller = useRef<HTMLDivElement>(null);
  const walls = useMemo(() => days.map((day) => wallDay(day, zone)), [days]);
  const [inLanes, timed] = useMemo(() => [entries.filter(isInLanes), entries.filter((entry) => !isInLanes(entry))], [entries]);
  const hourPixels = isPhone ? 64 : 50;

  const firstDay = days[0];
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // The present is in view, with the hour before it.
    const now = walls.find((wall) => wall.day === today);
    const hour = now ? Math.max(0, Math.min(firstHour, minuteOf(Date.now(), now) / 60 - 1)) : firstHour;
    element.scrollTop = hour * hourPixels;
    // Where one has scrolled to is kept as long as the same days are shown.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [firstDay, days.length]);

  const style: CSSProperties & Record<`--${string}`, number | string> = { "--days": days.length, "--hour": `${hourPixels}px` };
  return (
    <div
      {...ownPlace}
      ref={scroller}
      className={styles.view}
      style={style}
      data-calendar-view
      data-clock
      onPointerDown={moving.onPointerDown}
    >
      <div className={styles.top} data-above>
        <DayHeads days={days} today={today} onDay={props.actions.onDay} />
        <DayLanes {...props} entries={inLanes} />
      </div>
      <div className={styles.grid}>
        <div className={styles.hours} aria-hidden="true">
          {hours.map((hour) => (
            <span key={hour} className={styles.hour}>
              {hour > 0 && <span>{words.hour(hour)}</span>}
            </span>
          ))}
        </div>
        {walls.map((wall) => (
          <DayColumn key={wall.day} {...props} wall={wall} entries={timed} label={words.longDay(wall.day)} />
        ))}
      </div>
    </div>
  );
}
