import chevronLeft from "@fluentui/svg-icons/icons/chevron_left_16_regular.svg?icon";
import chevronRight from "@fluentui/svg-icons/icons/chevron_right_16_regular.svg?icon";
import { getLocalTimeZone, today, type CalendarDate } from "@internationalized/date";
import { Button as AriaButton } from "react-aria-components/Button";
import {
  Calendar as AriaCalendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from "react-aria-components/Calendar";
import { Heading } from "react-aria-components/Heading";
import { useT } from "../../lib/i18n.tsx";
import buttonStyles from "../actions/Button.module.css";
import { Button } from "../actions/Button.tsx";
import styles from "./Calendar.module.css";
import { Icon } from "../display/Icon.tsx";

interface CalendarProps {
  /** The day it shows; inside a picker, the picker says which. */
  value?: CalendarDate | null;
  /** Called with a shortcut; with a day only where there is no picker around it to report to. */
  onPick: (day: CalendarDate | null) => void;
}

/** A month to pick a day from, with shortcuts below. */
export function Calendar({ value, onPick }: CalendarProps) {
  const t = useT();
  const now = today(getLocalTimeZone());
  return (
    <AriaCalendar<CalendarDate> {...(value === undefined ? {} : { value, onChange: onPick })} className={styles.calendar ?? ""}>
      <header className={styles.header}>
        <Heading className={styles.title ?? ""} />
        <AriaButton slot="previous" className={buttonStyles.button ?? ""} data-variant="ghost" data-size="24" data-square>
          <Icon of={chevronLeft} flip />
        </AriaButton>
        <AriaButton slot="next" className={buttonStyles.button ?? ""} data-variant="ghost" data-size="24" data-square>
          <Icon of={chevronRight} flip />
        </AriaButton>
      </header>
      <CalendarGrid className={styles.grid ?? ""} weekdayStyle="narrow">
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className={styles.weekday ?? ""}>{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className={styles.day ?? ""} />}</CalendarGridBody>
      </CalendarGrid>
      <footer className={styles.footer}>
        <Button slot={null} variant="ghost" size={24} onPress={() => onPick(now)}>
          {t("common.today")}
        </Button>
        <Button slot={null} variant="ghost" size={24} onPress={() => onPick(now.add({ days: 30 }))}>
          {t("common.in30Days")}
        </Button>
        <span className={styles.clear}>
          <Button slot={null} variant="ghost" size={24} onPress={() => onPick(null)}>
            {t("common.clear")}
          </Button>
        </span>
      </footer>
    </AriaCalendar>
  );
}
