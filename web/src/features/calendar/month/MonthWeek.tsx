import { isWeekend, parseDate } from "@internationalized/date";
import { useMemo } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import type { ViewProps } from "../entry/actions.ts";
import { EntryBlock } from "../entry/EntryBlock.tsx";
import { lanesOf } from "../layout/lanes.ts";
import { useCalendarWords } from "../words.ts";
import { Num } from "../../../ui/display/Num.tsx";
import styles from "./MonthGrid.module.css";

interface MonthWeekProps extends ViewProps {
  week: readonly string[];
  /** `YYYY-MM`, which is shown; its neighbours' days are quieter. */
  month: string;
  lines: number;
  linePixels: number;
  focusDay: string;
  onDayFocus: (day: string) => void;
}

/** A row of seven days. What takes several stands in the cell of the first one and reaches over the others. */
export function MonthWeek(props: MonthWeekProps) {
  const { week, month, lines, linePixels, focusDay, onDayFocus, entries, today, moving, actions } = props;
  const t = useT();
  const words = useCalendarWords();
  const isPhone = useIsPhone();
  const [first = "", last = ""] = [week[0], week.at(-1)];
  const { bars, hidden } = useMemo(() => {
    const indexOf = (day: string) => (day < first ? -1 : day > last ? week.length : week.indexOf(day));
    const items = entries
      .filter(({ firstDay, lastDay }) => firstDay <= last && lastDay >= first)
      .map((item) => ({ item, from: indexOf(item.firstDay), until: indexOf(item.lastDay) }));
    return lanesOf(items, week.length, lines);
  }, [entries, week, first, last, lines]);
  const { draft } = moving;
  const isTarget = (day: string) => draft !== undefined && draft.place.firstDay <= day && draft.place.lastDay >= day;
  return (
    <div role="row" className={styles.week}>
      {week.map((day, index) => {
        const more = hidden[index] ?? 0;
        const name = words.longDay(day);
        const count = bars.filter(({ from, until }) => from <= index && until >= index).length + more;
        return (
          <div
            key={day}
            role="gridcell"
            className={styles.cell}
            data-day={day}
            data-today={day === today || undefined}
            data-outside={!day.startsWith(month) || undefined}
            data-weekend={isWeekend(parseDate(day), words.locale) || undefined}
            data-target={isTarget(day) || undefined}
            aria-label={t("calendar.dayNamed", { day: day === today ? t("calendar.todayNamed", { day: name }) : name, count })}
            tabIndex={day === focusDay ? 0 : -1}
            onFocus={(event) => event.target === event.currentTarget && onDayFocus(day)}
          >
            <button
              type="button"
              tabIndex={-1}
              data-own-press
              className={styles.number}
              aria-label={t("calendar.showDay", { day: name })}
              onClick={() => actions.onDay(day)}
            >
              <b>{day.endsWith("-01") && !day.startsWith(month) && !isPhone ? words.shortDay(day) : words.dayOfMonth(day)}</b>
            </button>
            {bars
              .filter(({ from }) => from === index)
              .map(({ item, from, until, lane }) => (
                <EntryBlock
                  key={item.key}
                  {...props}
                  entry={item}
                  look="line"
                  isBrief
                  hasHours={false}
                  isCutBefore={item.firstDay < first && from === 0}
                  isCutAfter={item.lastDay > last && until === week.length - 1}
                  style={{
                    position: "absolute",
                    // Above the cells of the days it spans, which come later in the document.
                    zIndex: 1,
                    insetBlockStart: 28 + lane * linePixels,
                    insetInlineStart: 4,
                    inlineSize: `calc(${(until - from + 1) * 100}% + ${until - from}px - 8px)`,
                  }}
                />
              ))}
            {more > 0 && (
              <button
                type="button"
                tabIndex={-1}
                data-own-press
                className={styles.more}
                style={{ insetBlockStart: 28 + lines * linePixels }}
                aria-label={t("calendar.moreOn", { count: more, day: name })}
                onClick={() => actions.onDay(day)}
              >
                {isPhone ? <Num>+{more}</Num> : t("common.moreCount", { count: more })}
              </button>
            )}
          </div>
        );
      })}
    </div>
  );
}
