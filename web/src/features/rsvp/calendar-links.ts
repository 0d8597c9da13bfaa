import type { OpenMeeting } from "@kartis/core/activities/invitations/schema.ts";

type Shown = Pick<OpenMeeting, "title" | "description" | "location" | "start" | "end" | "timeZone" | "series">;

/** A series from its first time on. Its times that were removed or changed cannot be said in a link. */
export function googleLink({ title, description, location, timeZone, series, ...shown }: Shown): string {
  const { start, end } = series ?? shown;
  const compact = (moment: string) => moment.replace(/\.\d+|[-:]/g, "");
  const query = new URLSearchParams({
    action: "TEMPLATE",
    text: title,
    dates: `${compact(start)}/${compact(end)}`,
    // The zone by whose clocks a series keeps its hour.
    ...(series ? { recur: `RRULE:${series.rrule}`, ctz: timeZone } : {}),
    ...(location ? { location } : {}),
    ...(description ? { details: description } : {}),
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}

export function outlookLink({ title, description, location, start, end }: Shown): string {
  const query = new URLSearchParams({
    path: "/calendar/action/compose",
    rru: "addevent",
    subject: title,
    startdt: start,
    enddt: end,
    ...(start.length === 10 ? { allday: "true" } : {}),
    ...(location ? { location } : {}),
    ...(description ? { body: description } : {}),
  });
  return `https://outlook.live.com/calendar/0/deeplink/compose?${query}`;
}
