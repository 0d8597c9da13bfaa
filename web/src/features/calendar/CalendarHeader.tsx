import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import chevronLeft from "@fluentui/svg-icons/icons/chevron_left_16_regular.svg?icon";
import chevronRight from "@fluentui/svg-icons/icons/chevron_right_16_regular.svg?icon";
import selectIcon from "@fluentui/svg-icons/icons/multiselect_ltr_16_regular.svg?icon";
import type { OperationId } from "@kartis/core/kernel/id.ts";
import { useT } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import type { ReactNode } from "react";
import { Button } from "../../ui/actions/Button.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { Kbd } from "../../ui/actions/Kbd.tsx";
import { importIcon } from "../../ui/display/transfer-icons.ts";
import { SegmentedControl } from "../../ui/inputs/SegmentedControl.tsx";
import { useIsPhone } from "../../lib/device/useIsPhone.ts";
import { ExportButton } from "../exports/ExportButton.tsx";
import styles from "./CalendarPage.module.css";
import { type CalendarView, calendarViews } from "./search.ts";

/** Its place is kept until it is fetched. */
const TransferMenu = later(
  async () => (await import("../exports/TransferMenu.tsx")).TransferMenu,
  <span className={styles.more} />,
);

interface CalendarHeaderProps {
  title: string;
  /** 2 where the page has another heading. */
  level?: 1 | 2;
  /** Views that can be chosen. */
  views?: readonly CalendarView[];
  view: CalendarView;
  onView: (view: CalendarView) => void;
  onStep: (by: 1 | -1) => void;
  onToday: () => void;
  onCreate?: (() => void) | undefined;
  /** Exports the meetings of the days that are shown; absent where the person sees none. */
  onExport?: (() => Promise<{ readonly operationId: OperationId }>) | undefined;
  /** Leads to the import of meetings; absent where the person may make none, or the page is of something else. */
  onImport?: (() => void) | undefined;
  /** Begins to select several meetings: by touch there are no keys for it. */
  onSelect?: (() => void) | undefined;
  /** Beside the views. */
  children?: ReactNode;
}

/** Period shown, with navigation and the choice of view. */
export function CalendarHeader(props: CalendarHeaderProps) {
  const {
    title,
    level = 1,
    views: all = calendarViews,
    view,
    onView,
    onStep,
    onToday,
    onCreate,
    onImport,
    onExport,
    onSelect,
    children,
  } = props;
  const t = useT();
  const isPhone = useIsPhone();
  // On a phone a week has no room; the agenda stands for it.
  const views = isPhone ? all.filter((name) => name !== "week") : all;
  const imported = onImport && { label: t("calendar.import"), open: onImport };
  const exported = onExport && {
    label: t("calendar.export"),
    begin: onExport,
    done: (count: number) => t("calendar.exported", { count }),
  };
  const hasMenu = isPhone && (onSelect ?? imported ?? exported) !== undefined;
  const Title = level === 1 ? "h1" : "h2";
  return (
    <header className={styles.header} data-menu={hasMenu || undefined}>
      <Title className={styles.title} aria-live="polite" tabIndex={-1} data-calendar-title>
        {title}
      </Title>
      <IconButton
        icon={chevronLeft}
        flipIcon
        variant="secondary"
        label={t(`calendar.previous.${view}`)}
        onPress={() => onStep(-1)}
      />
      <IconButton icon={chevronRight} flipIcon variant="secondary" label={t(`calendar.next.${view}`)} onPress={() => onStep(1)} />
      {hasMenu && (
        <TransferMenu
          first={onSelect && { label: t("calendar.many.begin"), icon: selectIcon, open: onSelect }}
          imported={imported}
          exported={exported}
        />
      )}
      <Button onPress={onToday}>{t("common.today")}</Button>
      <div className={styles.end}>
        <SegmentedControl
          label={t("calendar.view")}
          options={views.map((id) => ({ id, label: t(`calendar.view.${id}`) }))}
          value={view}
          onChange={onView}
        />
        {!isPhone && (
          <>
            {imported && <IconButton icon={importIcon} label={imported.label} onPress={imported.open} />}
            {exported && <ExportButton {...exported} />}
          </>
        )}
        {onCreate &&
          (isPhone ? (
            <IconButton icon={add} variant="primary" label={t("calendar.new")} onPress={onCreate} />
          ) : (
            <Button variant="primary" icon={add} onPress={onCreate}>
              {t("calendar.new")} <Kbd keys="N" />
            </Button>
          ))}
        {children}
      </div>
    </header>
  );
}
