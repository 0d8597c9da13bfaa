import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import type { CardQuery } from "@kartis/core/cards/query/schema.ts";
import { useRef } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { CalendarHeader } from "../../calendar/CalendarHeader.tsx";
import styles from "../../calendar/CalendarPage.module.css";
import { LiveDates } from "../../calendar/live.ts";
import { MonthGrid } from "../../calendar/month/MonthGrid.tsx";
import { MovingStatus } from "../../calendar/moving/MovingStatus.tsx";
import { CardBeside } from "../../calendar/peek/later.ts";
import { TimeGrid } from "../../calendar/time-grid/TimeGrid.tsx";
import type { ListState } from "../list/useListState.ts";
import { both } from "./dates.ts";
import { cardCalendarViews } from "./place.ts";
import { useCardCalendar } from "./useCardCalendar.ts";

const Failure = later(async () => (await import("../../../ui/pages/Failure.tsx")).default);

interface CardCalendarProps {
  type: CardType;
  field: Field;
  state: ListState;
  query: CardQuery;
}

/** The cards of a list by one of their dates: a month, a week or a day of them. What has no such date is counted, and a press away. */
export function CardCalendar(props: CardCalendarProps) {
  const { field, state: list } = props;
  const t = useT();
  const container = useRef<HTMLDivElement>(null);
  const state = useCardCalendar(props, container);
  const { view, day, days, title, entries, viewProps, moving, open, undated } = state;
  return (
    <div className={styles.page}>
      <CalendarHeader
        title={title}
        level={2}
        views={cardCalendarViews}
        view={view}
        onView={state.showView}
        onStep={state.step}
        onToday={state.goToToday}
      >
        {undated > 0 && (
          <Button
            variant="ghost"
            onPress={() =>
              list.change({
                display: "table",
                filter: both(list.current.filter, { fieldId: field.id, operator: "NOT_EXISTS" }),
              })
            }
          >
            {t("views.undated", { count: undated, label: field.label })}
          </Button>
        )}
      </CalendarHeader>
      <div className={styles.progress} data-busy={state.isLoading || undefined} />
      {state.isCut && <p className={styles.cut}>{t("calendar.dates.cut")}</p>}
      <div className={styles.body}>
        <div ref={container} className={styles.view} data-view={view} data-one-date aria-busy={state.isLoading}>
          {state.error ? (
            <Failure error={state.error} onRetry={state.retry} />
          ) : view === "month" ? (
            <MonthGrid {...viewProps} days={days} day={day} label={title} onDayFocus={state.goQuietlyTo} onLeave={state.goTo} />
          ) : (
            <TimeGrid {...viewProps} days={days} />
          )}
        </div>
        {open && <CardBeside key={open.key} entry={open} isDocked={false} isCovered={false} onClose={state.close} />}
      </div>
      <LiveDates />
      <MovingStatus moving={moving} entries={entries} />
    </div>
  );
}
