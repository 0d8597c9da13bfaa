import { isWeekend, parseDate } from "@internationalized/date";
import { useMemo } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import type { ViewProps } from "../entry/actions.ts";
import { EntryBlock } from "../entry/EntryBlock.tsx";
import { Ghost } from "../entry/Ghost.tsx";
import { type Placed, sideBySide } from "../layout/columns.ts";
import { minuteOf, minutesPerDay, type Span, spanOn, type WallDay } from "../layout/wall.ts";
import type { Entry } from "../entries.ts";
import { useCalendarWords } from "../words.ts";
import { CrowdButton } from "./CrowdButton.tsx";
import styles from "./TimeGrid.module.css";

interface DayColumnProps extends ViewProps {
  wall: WallDay;
  label: string;
}

/** Minimum height in minutes: a line of text, and on a phone a touch target. */
const shortest = 25;
const shortestOnPhone = 42;

const percent = (minutes: number) => `${(minutes / minutesPerDay) * 100}%`;
const placeOf = ({ from, until }: Span) => ({
  insetBlockStart: percent(from),
  blockSize: `calc(${percent(until - from)} - 1px)`,
});

/** Many at the same time would be too narrow to read; the rest is a press away. */
const mostColumns = (days: number, isPhone: boolean): number => (isPhone ? 3 : days === 1 ? 10 : 3);

const sideOf = ({ column, columns, width }: Pick<Placed<Entry>, "column" | "columns" | "width">) => ({
  insetInlineStart: `calc(${(column / columns) * 100}% + 2px)`,
  inlineSize: `calc(${(width / columns) * 100}% - ${column + width === columns ? 8 : 4}px)`,
});

/** The hours of a day, with what takes place in them. */
export function DayColumn(props: DayColumnProps) {
  const { wall, label, entries, today, nowMs, moving, days, actions } = props;
  const t = useT();
  const words = useCalendarWords();
  const isPhone = useIsPhone();
  const { placed, crowds } = useMemo(() => {
    const items = entries.flatMap((entry) => {
      if (entry.lastDay < wall.day || entry.firstDay > wall.day) return [];
      const span = spanOn(entry.startMs, entry.endMs, wall);
      return span ? [{ item: entry, ...span }] : [];
    });
    return sideBySide(items, { most: mostColumns(days.length, isPhone), shortest: isPhone ? shortestOnPhone : shortest });
  }, [entries, wall, days.length, isPhone]);
  const { draft } = moving;
  const ghost = draft && !draft.place.isAllDay ? spanOn(draft.place.startMs, draft.place.endMs, wall) : undefined;
  const sizeOf = ({ from, until }: Span) => (until - from < 36 ? "one" : until - from < 67 ? "two" : "full");
  return (
    <div
      className={styles.column}
      role="group"
      aria-label={label}
      data-day={wall.day}
      data-hours
      data-weekend={isWeekend(parseDate(wall.day), words.locale) || undefined}
    >
      {placed.map((each) => (
        <EntryBlock
          key={each.item.key}
          {...props}
          entry={each.item}
          look="block"
          size={sizeOf(each)}
          hasHours
          isCutBefore={each.item.firstDay < wall.day}
          isCutAfter={each.item.lastDay > wall.day}
          style={{ position: "absolute", ...placeOf(each), ...sideOf(each) }}
        />
      ))}
      {crowds.map((crowd) => (
        <CrowdButton
          key={crowd.from}
          entries={crowd.items}
          style={{ ...placeOf(crowd), ...sideOf({ column: crowd.column, columns: crowd.column + 1, width: 1 }) }}
          label={t("calendar.moreOn", {
            count: crowd.items.length,
            day: `${label}, ${words.times(wall.startMs + crowd.from * 60_000, wall.startMs + crowd.until * 60_000)}`,
          })}
          onOpen={actions.onOpen}
          onDay={days.length === 1 ? undefined : () => actions.onDay(wall.day)}
        />
      ))}
      {draft && ghost && (
        <Ghost
          draft={draft}
          entry={entries.find(({ key }) => key === draft.key)}
          style={{ position: "absolute", insetInline: "2px 8px", ...placeOf(ghost) }}
        />
      )}
      {wall.day === today && nowMs >= wall.startMs && nowMs < wall.endMs && (
        <div className={styles.now} style={{ insetBlockStart: percent(minuteOf(nowMs, wall)) }} aria-hidden="true" />
      )}
    </div>
  );
}
