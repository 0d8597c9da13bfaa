import { useMemo } from "react";
import { useFormat } from "../../lib/i18n.tsx";
import { useToday } from "../dates/days.ts";
import { daysOf } from "./layout/periods.ts";
import { daysFrom } from "./layout/wall.ts";
import type { CalendarView } from "./search.ts";
import { useTitleOf } from "./words.ts";

/** The days that a calendar shows around this one, or around today, and what they are called. An agenda has as many as `length`. */
export function usePeriod(view: CalendarView, named: string | undefined, length = 0) {
  const { locale } = useFormat();
  const titleOf = useTitleOf();
  const today = useToday();
  const day = named ?? today;
  const days = useMemo(
    () => (view === "agenda" ? daysFrom(day, length) : daysOf(view, day, locale)),
    [view, day, length, locale],
  );
  return { today, day, days, from: days[0] ?? day, until: days.at(-1) ?? day, title: titleOf(view, day, days) };
}
