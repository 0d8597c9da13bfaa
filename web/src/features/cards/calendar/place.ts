import { type CalendarView, isShownDay } from "../../calendar/search.ts";

/** Views that a calendar of cards offers. */
export const cardCalendarViews = ["day", "week", "month"] as const satisfies readonly CalendarView[];
type CardCalendarView = (typeof cardCalendarViews)[number];

interface CalendarPlace {
  readonly view: CardCalendarView;
  /** Today without one. */
  readonly day?: string | undefined;
}

/** Reads `?at=`: `2026-11-20`, `week:2026-11-20`, `day`. Whatever is none of these is this month. */
export function readPlace(at: string | undefined): CalendarPlace {
  const parts = (at ?? "").split(":");
  return {
    view: cardCalendarViews.find((name) => parts.includes(name)) ?? "month",
    day: parts.find(isShownDay),
  };
}

/** The inverse; undefined for this month. */
export const printPlace = ({ view, day }: CalendarPlace): string | undefined =>
  [view === "month" ? undefined : view, day].filter(Boolean).join(":") || undefined;
