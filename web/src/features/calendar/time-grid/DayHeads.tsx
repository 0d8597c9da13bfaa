import { useT } from "../../../lib/i18n.tsx";
import { useCalendarWords } from "../words.ts";
import styles from "./TimeGrid.module.css";

interface DayHeadsProps {
  days: readonly string[];
  today: string;
  onDay: (day: string) => void;
}

/** The names of the days; a press shows one by itself. */
export function DayHeads({ days, today, onDay }: DayHeadsProps) {
  const t = useT();
  const words = useCalendarWords();
  return (
    <div className={styles.heads}>
      <span />
      {days.map((day) => (
        <h2 key={day} className={styles.head} data-today={day === today || undefined}>
          <button
            type="button"
            className={styles.headPress}
            data-head={day}
            aria-label={day === today ? t("calendar.todayNamed", { day: words.longDay(day) }) : words.longDay(day)}
            disabled={days.length === 1}
            onClick={() => onDay(day)}
          >
            {words.weekday(day)} <b>{words.dayOfMonth(day)}</b>
          </button>
        </h2>
      ))}
    </div>
  );
}
