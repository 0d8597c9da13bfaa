import { useState } from "react";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { DatePicker, TimeField } from "../../../ui/inputs/DateField.tsx";
import { NumberField } from "../../../ui/inputs/NumberField.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import type { Draft } from "./draft.ts";
import styles from "./MeetingEditor.module.css";
import { RepeatField } from "./RepeatField.tsx";

interface WhenFieldsProps {
  draft: Draft;
  /** What is wrong, in words. */
  errors: Readonly<Record<"day" | "time" | "minutes" | "lastDay", string | undefined>>;
  onChange: (change: Partial<Draft>) => void;
}

/** SPEC section 9; any other is typed. The schema has them too, and would bring its library along. */
const offeredMinutes = [15, 30, 45, 60, 75, 90, 105, 120];
const own = "own";

/** When the meeting is, how long it takes, and how it repeats. */
export function WhenFields({ draft, errors, onChange }: WhenFieldsProps) {
  const t = useT();
  const format = useFormat();
  const [isOwnLength, setOwnLength] = useState(!offeredMinutes.some((minutes) => minutes === draft.minutes));
  function setDay(day: string | null) {
    // What took three days takes three days.
    const { day: before, lastDay } = draft;
    const shift = day && before && lastDay ? Date.parse(day) - Date.parse(before) : 0;
    onChange({ day, lastDay: day && lastDay ? new Date(Date.parse(lastDay) + shift).toISOString().slice(0, 10) : day });
  }
  return (
    <>
      <div className={styles.when}>
        <DatePicker label={t("calendar.day")} isRequired value={draft.day} onChange={setDay} errorMessage={errors.day} />
        {draft.isAllDay ? (
          <DatePicker
            label={t("calendar.lastDay")}
            value={draft.lastDay}
            onChange={(lastDay) => onChange({ lastDay })}
            errorMessage={errors.lastDay}
          />
        ) : (
          <>
            <TimeField
              label={t("tasks.due.time")}
              isRequired
              value={draft.time}
              onChange={(time) => onChange({ time })}
              errorMessage={errors.time}
            />
            {isOwnLength ? (
              <NumberField
                label={t("calendar.minutes")}
                minValue={1}
                maxValue={10_080}
                value={draft.minutes}
                onChange={(minutes) => onChange({ minutes })}
                errorMessage={errors.minutes}
              />
            ) : (
              <Select
                label={t("calendar.duration")}
                options={[
                  ...offeredMinutes.map((minutes) => ({ id: String(minutes), label: format.duration(minutes) })),
                  { id: own, label: t("calendar.duration.own") },
                ]}
                value={String(draft.minutes)}
                onChange={(id) => (id === own ? setOwnLength(true) : onChange({ minutes: Number(id) }))}
              />
            )}
          </>
        )}
      </div>
      <div className={styles.pair}>
        <Checkbox isSelected={draft.isAllDay} onChange={(isAllDay) => onChange({ isAllDay })}>
          {t("calendar.allDay")}
        </Checkbox>
        <RepeatField draft={draft} onChange={(repeat) => onChange({ repeat })} />
      </div>
    </>
  );
}
