import { isDay } from "@kartis/core/cards/fields/day.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { ActivityId, CardId } from "@kartis/core/kernel/id.ts";
import { useRouter, useSearch } from "@tanstack/react-router";
import { withAbove } from "../../lib/above-page.ts";

export const calendarViews = ["day", "week", "month", "agenda"] as const;
export type CalendarView = (typeof calendarViews)[number];

/** State of `/calendar`, from its address. Absent parts have their default: the week, and today. */
export interface CalendarSearch {
  readonly view: CalendarView;
  readonly day?: string;
  /** The open meeting, task or card; for a series with the day that the rule produces, for a card with the date field. */
  readonly open?: ActivityId | CardId;
  readonly on?: string;
}

export function readCalendarSearch(raw: Readonly<Record<string, unknown>>): CalendarSearch {
  const { view, day, open, on } = raw;
  return {
    view: calendarViews.find((name) => name === view) ?? "week",
    ...(typeof day === "string" && isShownDay(day) ? { day } : {}),
    ...(isId("act", open) ? { open } : {}),
    ...(isId("act", open) && typeof on === "string" && isDay(on) ? { on } : {}),
    ...(isId("crd", open) && typeof on === "string" && /^\w{1,64}$/.test(on) ? { open, on } : {}),
  };
}

/** Years that people plan in; beyond them, weeks and months would reach out of the calendar. */
export const isShownDay = (day: string): boolean => isDay(day) && day >= "1900-01-01" && day < "2200-01-01";

const written = ({ view, ...rest }: CalendarSearch): Record<string, string> => ({
  ...(view === "week" ? {} : { view }),
  ...Object.fromEntries(Object.entries(rest).filter((entry): entry is [string, string] => Boolean(entry[1]))),
});

/** The address of a calendar, for links. */
export const calendarHref = (search: Partial<CalendarSearch>): string => {
  const query = new URLSearchParams(written({ view: "week", ...search })).toString();
  return query ? `/calendar?${query}` : "/calendar";
};

export type ChangeCalendar = (
  patch: { readonly [Part in keyof CalendarSearch]?: CalendarSearch[Part] | undefined },
  isStep?: boolean,
) => void;

/** State in the address, and how to change it: a step is a history entry, so that Back returns from it. */
export function useCalendarSearch(): { search: CalendarSearch; change: ChangeCalendar } {
  const router = useRouter();
  const search = readCalendarSearch(useSearch({ strict: false }));
  return {
    search,
    change: (patch, isStep = true) => {
      const given = router.latestLocation.search;
      const now: Record<string, unknown> = { ...readCalendarSearch(given) };
      for (const [part, value] of Object.entries(patch)) {
        if (value === undefined) delete now[part];
        else now[part] = value;
      }
      const address = written(readCalendarSearch(now));
      void router.navigate({ to: "/calendar", search: isStep ? address : withAbove(address, given), replace: !isStep });
    },
  };
}
