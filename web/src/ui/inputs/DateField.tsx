import calendarIcon from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import clockIcon from "@fluentui/svg-icons/icons/clock_16_regular.svg?icon";
import { parseDate, parseTime, type CalendarDate, type Time } from "@internationalized/date";
import { Button } from "react-aria-components/Button";
import { DateInput, DateSegment, type DateFieldProps as AriaDateFieldProps } from "react-aria-components/DateField";
import { DatePicker as AriaDatePicker } from "react-aria-components/DatePicker";
import { Dialog } from "react-aria-components/Dialog";
import { Group } from "react-aria-components/Group";
import { useLocale } from "react-aria-components/I18nProvider";
import { TimeField as AriaTimeField } from "react-aria-components/TimeField";
import { useT } from "../../lib/i18n.tsx";
import { Calendar } from "./Calendar.tsx";
import styles from "./DateField.module.css";
import { boxClass, fieldClass, FieldHelp, FieldLabel, type FieldProps } from "./Field.tsx";
import { Icon } from "../display/Icon.tsx";
import { Popover } from "../overlays/Popover.tsx";

interface Shared
  extends
    FieldProps,
    Pick<AriaDateFieldProps<CalendarDate>, "isRequired" | "isDisabled" | "isReadOnly" | "autoFocus" | "onBlur"> {
  "aria-label"?: string;
  size?: 28 | 32 | 40;
}

export interface DatePickerProps extends Shared {
  /** A calendar day, `2026-11-20`. */
  value: string | null;
  onChange: (day: string | null) => void;
  /** Days outside cannot be chosen. */
  min?: string;
  max?: string;
  /** Sunday in Israel, Monday elsewhere; from the organization, where the language leaves it open. */
  firstDayOfWeek?: "sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat";
}

/** Typed segment by segment, or picked from a calendar. */
export function DatePicker({
  label,
  labelEnd,
  description,
  errorMessage,
  value,
  onChange,
  min,
  max,
  firstDayOfWeek,
  size = 32,
  ...props
}: DatePickerProps) {
  const t = useT();
  const bounds = { ...(min ? { minValue: parseDate(min) } : {}), ...(max ? { maxValue: parseDate(max) } : {}) };
  return (
    <AriaDatePicker<CalendarDate>
      validationBehavior="aria"
      shouldForceLeadingZeros
      {...props}
      {...bounds}
      {...(firstDayOfWeek ? { firstDayOfWeek } : {})}
      isInvalid={Boolean(errorMessage)}
      className={fieldClass}
      value={value ? parseDate(value) : null}
      onChange={(day) => onChange(day?.toString() ?? null)}
    >
      <FieldLabel label={label} labelEnd={labelEnd} isRequired={props.isRequired} />
      <Group className={boxClass} data-size={size}>
        <DateInput className={styles.input ?? ""}>
          {(segment) => <DateSegment segment={segment} className={styles.segment ?? ""} />}
        </DateInput>
        <Button className={styles.opener ?? ""} aria-label={t("common.openCalendar")}>
          <Icon of={calendarIcon} />
        </Button>
      </Group>
      <FieldHelp description={description} errorMessage={errorMessage} />
      <Popover>
        <Dialog className={styles.dialog ?? ""} aria-label={t("common.openCalendar")}>
          {({ close }) => (
            <Calendar
              onPick={(day) => {
                onChange(day?.toString() ?? null);
                close();
              }}
            />
          )}
        </Dialog>
      </Popover>
    </AriaDatePicker>
  );
}

export interface TimeFieldProps extends Shared {
  /** `10:30` or `10:30:00`. */
  value: string | null;
  onChange: (time: string | null) => void;
}

const has12Hours = (locale: string): boolean =>
  new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions().hour12 === true;

export function TimeField({ label, labelEnd, description, errorMessage, value, onChange, size = 32, ...props }: TimeFieldProps) {
  const { locale } = useLocale();
  return (
    <AriaTimeField<Time>
      validationBehavior="aria"
      // Where a day has 24 hours, times are written 09:00 everywhere else.
      shouldForceLeadingZeros={!has12Hours(locale)}
      {...props}
      isInvalid={Boolean(errorMessage)}
      className={fieldClass}
      value={value ? parseTime(value) : null}
      onChange={(time) => onChange(time?.toString().slice(0, 5) ?? null)}
    >
      <FieldLabel label={label} labelEnd={labelEnd} isRequired={props.isRequired} />
      <Group className={boxClass} data-size={size}>
        <DateInput className={styles.input ?? ""}>
          {(segment) => <DateSegment segment={segment} className={styles.segment ?? ""} />}
        </DateInput>
        <Icon of={clockIcon} />
      </Group>
      <FieldHelp description={description} errorMessage={errorMessage} />
    </AriaTimeField>
  );
}
