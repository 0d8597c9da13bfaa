import errorCircle from "@fluentui/svg-icons/icons/error_circle_16_filled.svg?icon";
import { weekFrom } from "@kartis/core/activities/recurrence/weeks.ts";
import type { Weekday } from "@kartis/core/activities/recurrence/schema.ts";
import { useId } from "react";
import { ToggleButton } from "react-aria-components/ToggleButton";
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import { Icon } from "../../ui/display/Icon.tsx";
import styles from "./CustomRepeat.module.css";
import { weekdayName } from "./weekdays.ts";

interface WeekdayTogglesProps {
  label: string;
  value: readonly Weekday[];
  weekStart: Weekday;
  locale: string;
  onChange: (weekdays: readonly Weekday[]) => void;
  errorMessage: string | undefined;
}

/** Any days of the week, the first one first. */
export function WeekdayToggles({ label, value, weekStart, locale, onChange, errorMessage }: WeekdayTogglesProps) {
  const [labelId, errorId] = [useId(), useId()];
  const days = weekFrom(weekStart);
  return (
    <div className={styles.field}>
      <span id={labelId} className={styles.label}>
        {label}
      </span>
      <ToggleButtonGroup
        aria-labelledby={labelId}
        {...(errorMessage ? { "aria-describedby": errorId } : {})}
        className={styles.days ?? ""}
        selectionMode="multiple"
        selectedKeys={value}
        onSelectionChange={(keys) => onChange(days.filter((day) => keys.has(day)))}
      >
        {days.map((day) => (
          <ToggleButton key={day} id={day} className={styles.day ?? ""} aria-label={weekdayName(day, locale, "long")}>
            {weekdayName(day, locale, "short")}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {errorMessage && (
        <span id={errorId} className={styles.error} role="alert">
          <Icon of={errorCircle} />
          {errorMessage}
        </span>
      )}
    </div>
  );
}
