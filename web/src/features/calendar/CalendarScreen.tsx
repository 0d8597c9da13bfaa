import { useRef } from "react";
import { useT } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { Agenda } from "./agenda/Agenda.tsx";
import { CalendarHeader } from "./CalendarHeader.tsx";
import styles from "./CalendarPage.module.css";
import { MonthGrid } from "./month/MonthGrid.tsx";
import { MovingStatus } from "./moving/MovingStatus.tsx";
import { OpenTask } from "./peek/OpenTask.tsx";
import type { CalendarSearch, ChangeCalendar } from "./search.ts";
import { TimeGrid } from "./time-grid/TimeGrid.tsx";
import { useCalendarScreen } from "./useCalendarScreen.ts";

const Failure = later(async () => (await import("../../app/Failure.tsx")).default);

/** The calendar, with what is open beside it. */
export function CalendarScreen({ search, change }: { search: CalendarSearch; change: ChangeCalendar }) {
  const t = useT();
  const container = useRef<HTMLDivElement>(null);
  const state = useCalendarScreen(search, change, container);
  const { view, day, days, title, entries, viewProps, moving } = state;
  return (
    <div className={styles.page}>
      <CalendarHeader title={title} view={view} onView={state.showView} onStep={state.step} onToday={state.goToToday} />
      <div className={styles.progress} data-busy={state.isLoading || undefined} />
      {state.isCut && <p className={styles.cut}>{t("calendar.cut")}</p>}
      <div className={styles.body}>
        <div ref={container} className={styles.view} data-view={view} aria-busy={state.isLoading}>
          {state.error ? (
            <Failure error={state.error} onRetry={state.retry} />
          ) : view === "month" ? (
            <MonthGrid {...viewProps} days={days} day={day} label={title} onDayFocus={state.goQuietlyTo} onLeave={state.goTo} />
          ) : view === "agenda" ? (
            <Agenda
              {...viewProps}
              from={days[0] ?? day}
              until={days.at(-1) ?? day}
              label={title}
              cardOf={state.cardOf}
              onMore={state.onMore}
            />
          ) : (
            <TimeGrid {...viewProps} days={days} />
          )}
        </div>
        <OpenTask taskId={search.open} cards={state.cards} onClose={state.close} />
      </div>
      <MovingStatus moving={moving} entries={entries} />
    </div>
  );
}
