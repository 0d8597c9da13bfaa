import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import chevronLeft from "@fluentui/svg-icons/icons/chevron_left_16_regular.svg?icon";
import chevronRight from "@fluentui/svg-icons/icons/chevron_right_16_regular.svg?icon";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { Kbd } from "../../ui/actions/Kbd.tsx";
import { SegmentedControl } from "../../ui/inputs/SegmentedControl.tsx";
import { useIsPhone } from "../cards/list/useIsPhone.ts";
import styles from "./CalendarPage.module.css";
import { type CalendarView, calendarViews } from "./search.ts";

interface CalendarHeaderProps {
  title: string;
  view: CalendarView;
  onView: (view: CalendarView) => void;
  onStep: (by: 1 | -1) => void;
  onToday: () => void;
  onCreate: (() => void) | undefined;
}

/** Which days are shown, the way to others, and how they are shown. */
export function CalendarHeader({ title, view, onView, onStep, onToday, onCreate }: CalendarHeaderProps) {
  const t = useT();
  const isPhone = useIsPhone();
  // On a phone a week has no room; the agenda stands for it.
  const views = isPhone ? calendarViews.filter((name) => name !== "week") : calendarViews;
  return (
    <header className={styles.header}>
      <h1 className={styles.title} aria-live="polite">
        {title}
      </h1>
      <IconButton
        icon={chevronLeft}
        flipIcon
        variant="secondary"
        label={t(`calendar.previous.${view}`)}
        onPress={() => onStep(-1)}
      />
      <IconButton icon={chevronRight} flipIcon variant="secondary" label={t(`calendar.next.${view}`)} onPress={() => onStep(1)} />
      <Button onPress={onToday}>{t("common.today")}</Button>
      <div className={styles.end}>
        <SegmentedControl
          label={t("calendar.view")}
          options={views.map((id) => ({ id, label: t(`calendar.view.${id}`) }))}
          value={view}
          onChange={onView}
        />
        {onCreate &&
          (isPhone ? (
            <IconButton icon={add} variant="primary" label={t("calendar.new")} onPress={onCreate} />
          ) : (
            <Button variant="primary" icon={add} onPress={onCreate}>
              {t("calendar.new")} <Kbd keys="N" />
            </Button>
          ))}
      </div>
    </header>
  );
}
