import { furthestDays } from "@kartis/core/activities/tasks/rules.ts";
import { useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { DatePicker } from "../../../ui/inputs/DateField.tsx";
import { NumberField } from "../../../ui/inputs/NumberField.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { todayHere } from "../../dates/days.ts";
import { type DueRange, dueRanges, readDueRange, writeDueRange } from "../filter/due-range.ts";
import styles from "./TaskHeader.module.css";

const any = "any";
const names = ["overdue", "today", "tomorrow", "next7", "next30"] as const;

interface DueFilterProps {
  /** A range as the address has it. */
  value: string | undefined;
  onChange: (due: string | undefined) => void;
}

/** Due dates to show: a shortcut, relative days, or between two dates. */
export function DueFilter({ value, onChange }: DueFilterProps) {
  const t = useT();
  const range = (value && readDueRange(value)) || {};
  const preset = names.find((name) => dueRanges[name] === value);
  const isOfDates = [range.from, range.until].some((bound) => typeof bound === "string");
  const [isCustom, setCustom] = useState(value !== undefined && preset === undefined);
  const chosen = value === undefined ? any : isCustom || !preset ? (isOfDates ? "dates" : "days") : preset;

  function choose(id: string) {
    setCustom(id === "days" || id === "dates");
    if (id === any) return onChange(undefined);
    if (id === "days") return onChange(isOfDates || value === undefined ? "0..7" : value);
    if (id === "dates") return onChange(writeDueRange({ from: todayHere() }));
    const name = names.find((known) => known === id);
    return onChange(name && dueRanges[name]);
  }
  /** Without either end there is no range. */
  function set(part: keyof DueRange, bound: string | number | null) {
    const { [part]: _, ...other } = range;
    const next: DueRange = bound === null ? other : { ...other, [part]: bound };
    onChange(next.from === undefined && next.until === undefined ? undefined : writeDueRange(next));
  }
  const ends = ["from", "until"] as const;
  return (
    <>
      <Select
        label={t("tasks.due")}
        value={chosen}
        onChange={choose}
        options={[
          { id: any, label: t("tasks.filter.any") },
          ...names.map((name) => ({ id: name, label: t(`tasks.filter.due.${name}`) })),
          { id: "days", label: t("tasks.filter.due.days") },
          { id: "dates", label: t("tasks.filter.due.dates") },
        ]}
      />
      {chosen === "days" && (
        <div className={styles.range}>
          {ends.map((end) => (
            <NumberField
              key={end}
              label={t(`tasks.filter.due.${end}Days`)}
              {...(end === "until" ? { description: t("tasks.filter.due.daysHint") } : {})}
              value={typeof range[end] === "number" ? range[end] : null}
              minValue={-furthestDays}
              maxValue={furthestDays}
              formatOptions={{ maximumFractionDigits: 0 }}
              onChange={(days) => set(end, days)}
            />
          ))}
        </div>
      )}
      {chosen === "dates" && (
        <div className={styles.range}>
          {ends.map((end) => (
            <DatePicker
              key={end}
              label={t(`tasks.filter.due.${end}`)}
              value={typeof range[end] === "string" ? range[end] : null}
              onChange={(day) => set(end, day)}
            />
          ))}
        </div>
      )}
    </>
  );
}
