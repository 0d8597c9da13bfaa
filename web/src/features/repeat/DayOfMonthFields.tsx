import { weeksOfMonth } from "@kartis/core/activities/recurrence/limits.ts";
import { weekFrom } from "@kartis/core/activities/recurrence/weeks.ts";
import { useT } from "../../lib/i18n.tsx";
import { SegmentedControl } from "../../ui/inputs/SegmentedControl.tsx";
import { Select } from "../../ui/inputs/Select.tsx";
import styles from "./CustomRepeat.module.css";
import type { Draft } from "./draft.ts";
import { weekdayName, weekStartIn } from "./weekdays.ts";

interface DayOfMonthFieldsProps {
  draft: Draft;
  locale: string;
  onChange: (change: Partial<Draft>) => void;
  errorMessage: string | undefined;
}

/** Choice of the day of a month, and for yearly rules of the month: by date or by weekday. */
export function DayOfMonthFields({ draft, locale, onChange, errorMessage }: DayOfMonthFieldsProps) {
  const t = useT();
  const days = [...Array.from({ length: 31 }, (_, index) => index + 1), -1];
  const months = Array.from({ length: 12 }, (_, index) => index + 1);
  const monthName = (month: number) =>
    new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" }).format(Date.UTC(2024, month - 1, 1));
  return (
    <>
      <div>
        <SegmentedControl
          label={t("tasks.repeat.by")}
          options={[
            { id: "day", label: t("tasks.repeat.by.day") },
            { id: "weekday", label: t("tasks.repeat.by.weekday") },
          ]}
          value={draft.by}
          onChange={(by) => onChange({ by })}
        />
      </div>
      <div className={styles.pair}>
        {draft.by === "day" ? (
          <Select
            label={t("tasks.repeat.dayOfMonth")}
            options={days.map((day) => ({ id: String(day), label: day === -1 ? t("tasks.repeat.lastDay") : String(day) }))}
            value={String(draft.day)}
            onChange={(id) => onChange({ day: Number(id) })}
            errorMessage={errorMessage}
          />
        ) : (
          <>
            <Select
              label={t("tasks.repeat.week")}
              options={weeksOfMonth.map((week) => ({ id: week, label: t(`tasks.repeat.week.${week}`) }))}
              value={draft.week}
              onChange={(id) => onChange({ week: weeksOfMonth.find((week) => week === id) ?? draft.week })}
              errorMessage={errorMessage}
            />
            <Select
              label={t("tasks.repeat.weekday")}
              options={weekFrom(weekStartIn(locale)).map((day) => ({ id: day, label: weekdayName(day, locale, "long") }))}
              value={draft.weekday}
              onChange={(id) => onChange({ weekday: weekFrom("MO").find((day) => day === id) ?? draft.weekday })}
            />
          </>
        )}
        {draft.frequency === "year" && (
          <Select
            label={t("tasks.repeat.month")}
            options={months.map((month) => ({ id: String(month), label: monthName(month) }))}
            value={String(draft.month)}
            onChange={(id) => onChange({ month: Number(id) })}
          />
        )}
      </div>
    </>
  );
}
