import type { OpenMeeting } from "@kartis/core/activities/invitations/schema.ts";
import { dayAfter } from "@kartis/core/kernel/zoned-time.ts";
import type { Translate } from "@kartis/i18n/create-translate.ts";
import { formatter } from "@kartis/i18n/format.ts";
import { datesLocale } from "@kartis/i18n/languages.ts";

/** Time of a meeting, as text. */
interface Times {
  readonly date: string;
  /** Time in the reader's zone; undefined for all-day meetings. */
  readonly own?: string;
  /** Time in the organizer's zone, if different. */
  readonly organizers?: string;
}

type Timed = Pick<OpenMeeting, "start" | "end" | "timeZone" | "region">;

const isDay = (moment: string): boolean => moment.length === 10;
const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export function timesOf(meeting: Timed, t: Translate): Times {
  const { start, end, region } = meeting;
  if (isDay(start)) {
    const format = formatter({ language: t.language, region });
    const last = dayAfter(end, -1);
    return { date: last === start ? format.day(start, "full") : `${format.day(start, "full")} – ${format.day(last, "full")}` };
  }
  const [own, organizers] = [rangeIn(ownZone(), meeting, t), rangeIn(meeting.timeZone, meeting, t)];
  return {
    date: own.date,
    own: t("rsvp.time.range", own),
    ...(own.at === organizers.at ? {} : { organizers: t("rsvp.time.organizer", organizers) }),
  };
}

function rangeIn(timeZone: string, { start, end, region }: Timed, t: Translate) {
  const format = formatter({ language: t.language, region, timeZone });
  const [date, lastDate] = [format.date(start, "full"), format.date(end, "full")];
  return {
    date,
    at: format.dateTime(start),
    from: format.time(start),
    until: date === lastDate ? format.time(end) : format.dateTime(end),
    zone: zoneName(start, timeZone, datesLocale(t.language, region)),
  };
}

function zoneName(at: string, timeZone: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "longGeneric" }).formatToParts(Date.parse(at));
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/** The day of a moment for the reader, such as “23 Nov”. */
export function shortDay({ start, region }: Timed, t: Translate): string {
  const format = new Intl.DateTimeFormat(datesLocale(t.language, region), {
    day: "numeric",
    month: "short",
    timeZone: isDay(start) ? "UTC" : ownZone(),
  });
  return format.format(Date.parse(start));
}
