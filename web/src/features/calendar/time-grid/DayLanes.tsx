import { useMemo, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import type { ViewProps } from "../entry/actions.ts";
import { EntryBlock } from "../entry/EntryBlock.tsx";
import { lanesOf } from "../layout/lanes.ts";
import { useCalendarWords } from "../words.ts";
import styles from "./TimeGrid.module.css";

/** Number of lines before all are shown on request. */
const fewLanes = 3;
const mostLanes = 50;

/** All-day entries, above the hours. */
export function DayLanes(props: ViewProps) {
  const { days, entries, moving } = props;
  const t = useT();
  const words = useCalendarWords();
  const isPhone = useIsPhone();
  const [isWide, setWide] = useState(false);
  const { bars, hidden, height } = useMemo(() => {
    const places = new Map(days.map((day, index) => [day, index]));
    const [first = "", last = ""] = [days[0], days.at(-1)];
    const items = entries
      .filter(({ firstDay, lastDay }) => firstDay <= last && lastDay >= first)
      .map((entry) => ({
        item: entry,
        from: entry.firstDay < first ? -1 : (places.get(entry.firstDay) ?? 0),
        until: entry.lastDay > last ? days.length : (places.get(entry.lastDay) ?? 0),
      }));
    return lanesOf(items, days.length, isWide ? mostLanes : fewLanes);
  }, [days, entries, isWide]);
  const hasMore = hidden.some((count) => count > 0);
  const { draft } = moving;
  const isTarget = (day: string) => draft?.place.isAllDay === true && draft.place.firstDay <= day && draft.place.lastDay >= day;
  return (
    <div className={styles.lanes} data-wide={isWide || undefined} role="group" aria-label={t("calendar.allDay")}>
      <span className={styles.lanesLabel} aria-hidden="true">
        {t("calendar.allDay")}
      </span>
      <div className={styles.lanesGrid} style={{ gridTemplateRows: `repeat(${Math.max(1, height)}, ${isPhone ? 44 : 22}px)` }}>
        {days.map((day, index) => (
          <div
            key={day}
            className={styles.lanesDay}
            style={{ gridColumn: index + 1 }}
            data-day={day}
            data-target={isTarget(day) || undefined}
          />
        ))}
        {bars.map(({ item, from, until, lane }) => (
          <EntryBlock
            key={item.key}
            {...props}
            entry={item}
            look="line"
            hasHours={false}
            on={days[from]}
            isCutBefore={item.firstDay < (days[from] ?? "")}
            isCutAfter={item.lastDay > (days[until] ?? "")}
            style={{ gridColumn: `${from + 1} / ${until + 2}`, gridRow: lane + 1 }}
          />
        ))}
      </div>
      {(hasMore || isWide) && (
        <div className={styles.lanesMore}>
          {days.map((day, index) => {
            const count = hidden[index] ?? 0;
            if (count === 0 && !(isWide && index === 0)) return <span key={day} />;
            return (
              <button
                key={day}
                type="button"
                className={styles.more}
                aria-expanded={isWide}
                aria-label={isWide ? t("calendar.showLess") : t("calendar.moreOn", { count, day: words.longDay(day) })}
                onClick={() => setWide(!isWide)}
              >
                {isWide ? t("calendar.showLess") : t("common.moreCount", { count })}
              </button>
            );
          })}
        </div>
      )}
    </div>
  );
}
