import { meetingCreation } from "../../activities/index.ts";
import { type AcceptedMeeting, CreateMeetingInput, longestDays, longestMinutes } from "../../activities/meetings/schema.ts";
import { isDay } from "../../cards/fields/day.ts";
import { bad, isEmpty, ok } from "../../cards/fields/field.ts";
import { email } from "../../cards/fields/types/email.ts";
import { KartisError } from "../../kernel/error.ts";
import type { UserId } from "../../kernel/id.ts";
import { parseInput } from "../../kernel/procedure.ts";
import { dayAfter, dayOf } from "../../kernel/zoned-time.ts";
import { membersNamed } from "../values/convert.ts";
import { isSkippedMoment, momentOf, readClock, readMinutes, readWhen, type When } from "../values/when.ts";
import { type ActivityRows, sharedNames } from "./activities.ts";
import type { Importing } from "./definition.ts";
import { meetingsAsTarget } from "./fields/meetings.ts";
import { dayMs } from "../../kernel/time-units.ts";

/** @param part which of several in the cell is meant */
const wrong = (fieldId: string, message: string, part?: string) =>
  new KartisError("INVALID_INPUT", { fields: { [fieldId]: message }, ...(part === undefined ? {} : { params: { part } }) });
const partsOf = (text: string, separators: RegExp): string[] =>
  text
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Members by name or address, separated by semicolons, line breaks or commas. Throws INVALID_INPUT for one who is unknown or one of several. */
function participantsIn(text: string, { members }: Importing): UserId[] {
  const isNamed = (part: string) => membersNamed(members, part).length > 0;
  // A name may have a comma in it.
  const parts = partsOf(text, /[;\n]/).flatMap((part) => (isNamed(part) ? [part] : partsOf(part, /,/)));
  return parts.map((part) => {
    const [found, second] = membersNamed(members, part);
    if (second) throw wrong("participants", "validation.severalPeople", part);
    if (!found || found.suspendedAt !== null) throw wrong("participants", "validation.person", part);
    return found.userId;
  });
}

const addressForm = /^(.*)<([^<>]+)>$/;

/** `Dana <dana@x.example>`, an address or the name of a card, separated by semicolons or line breaks. Throws INVALID_INPUT for anything else. */
function guestsIn(text: string, { lookup, organization: { region } }: Importing) {
  const addressIn = (part: string) => {
    const read = email.accept(part, { options: [], currency: "USD", region });
    return read.ok ? read.value : undefined;
  };
  return partsOf(text, /[;\n]/).map((part) => {
    const [, name = "", address = ""] = addressForm.exec(part) ?? [];
    const known = addressIn(address === "" ? part : address);
    if (known !== undefined) return { email: known, name: name.trim().replace(/^"(.*)"$/, "$1") || null };
    const cardId = lookup.anywhere(part);
    if (cardId === undefined) throw wrong("guests", "validation.guest", part);
    if (cardId === "several") throw wrong("guests", "validation.severalMatch", part);
    return { cardId };
  });
}

/** The times of a row as its cells have them. */
interface Times {
  readonly start: When | undefined;
  readonly startTime: string | undefined;
  readonly end: When | undefined;
  readonly endTime: string | undefined;
  readonly minutes: number | undefined;
  readonly allDay: boolean | undefined;
}

/** Start and duration: without any time it is an all-day meeting whose end is its last day. Throws INVALID_INPUT. */
function timingOf({ start, startTime, end, endTime, minutes, allDay }: Times, timeZone: string) {
  if (!start) return {};
  const clock = startTime ?? start.time;
  const isTimed = allDay !== true && (clock !== undefined || start.instant !== undefined);
  if (allDay === false && !isTimed) throw wrong("startTime", "validation.time");
  const dayIn = ({ day, instant }: When) => day ?? dayOf(Date.parse(instant ?? ""), timeZone);
  if (!isTimed) {
    const first = dayIn(start);
    const days = end ? Math.round((Date.parse(dayIn(end)) - Date.parse(first)) / dayMs) + 1 : 1;
    if (days < 1) throw wrong("end", "validation.endBeforeStart");
    if (days > longestDays) throw wrong("end", "validation.range");
    return { start: first, days };
  }
  if (isSkippedMoment(start, startTime, timeZone))
    throw wrong(startTime === undefined ? "start" : "startTime", "validation.skippedTime");
  const from = momentOf(start, startTime, timeZone);
  if (!end && endTime === undefined) return { start: from, minutes: minutes ?? 60 };
  const startDay = dayIn(start);
  const until = (day: string) => Date.parse(momentOf(end?.instant ? end : { day }, endTime ?? end?.time ?? "00:00", timeZone));
  // A time alone that is not after the start is one of the next day.
  const sameDay = until(end ? dayIn(end) : startDay);
  const endMs = !end && sameDay <= Date.parse(from) ? until(dayAfter(startDay)) : sameDay;
  // On the right day it is the time that is wrong.
  const isDayWrong = end !== undefined && (endTime === undefined || dayIn(end) < startDay);
  if (endMs <= Date.parse(from)) throw wrong(isDayWrong ? "end" : "endTime", "validation.endBeforeStart");
  const lasts = Math.round((endMs - Date.parse(from)) / 60_000);
  if (lasts > longestMinutes) throw wrong(end ? "end" : "endTime", "validation.range");
  return { start: from, minutes: lasts };
}

/** Rows that each become a meeting. Nobody is invited by mail, now or by a later change, until somebody says so in the meeting. */
export const meetingRows: ActivityRows<AcceptedMeeting> = {
  target: meetingsAsTarget,
  alsoNamed: {
    title: [
      "name",
      "subject",
      "summary",
      "event",
      "meeting",
      "נושא",
      "שם",
      "פגישה",
      "tárgy",
      "név",
      "cím",
      "esemény",
      "название",
      "тема",
      "событие",
    ],
    start: ["start", "starts", "date", "begin", "from", "day", "תאריך", "התחלה", "dátum", "kezdés", "kezdete", "дата", "начало"],
    startTime: ["time", "from time", "שעה", "idő", "kezdési idő", "время"],
    end: ["end", "ends", "until", "to", "סיום", "befejezés", "vége", "конец", "окончание"],
    endTime: ["until time", "to time"],
    minutes: [
      "minutes",
      "length",
      "duration",
      "משך",
      "időtartam",
      "длительность",
      "duration (minutes)",
      "דקות",
      "perc",
      "hossz",
      "минуты",
    ],
    allDay: ["all day", "all day event", "whole day", "אירוע של יום שלם", "egész napos", "весь день"],
    location: [...sharedNames.location, "room", "terem", "комната"],
    participants: ["attendees", "members", "required attendees", "people", "חברי צוות", "résztvevő", "коллеги"],
    guests: ["invitees", "optional attendees", "emails", "מוזמנים", "meghívottak", "приглашённые"],
    cardId: sharedNames.cardId,
    description: [...sharedNames.description, "agenda"],
  },
  read(field, cell, order, today) {
    switch (field.id) {
      case "start":
      case "end":
        return readWhen(cell, order, "validation.date", today);
      case "startTime":
      case "endTime": {
        const time = readClock(cell);
        return time === undefined ? bad("validation.time") : ok(time);
      }
      case "minutes": {
        const minutes = readMinutes(cell);
        return minutes === undefined ? bad("validation.duration") : ok(minutes);
      }
      case "participants":
      case "guests":
        // People are separated by line breaks too.
        return ok(cell);
      default:
        return undefined;
    }
  },
  accept({ start, startTime, end, endTime, minutes, allDay, participants, guests, ...values }, importing, timeZone) {
    const { job, importerId, lookup } = importing;
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
    const hasParticipants = job.mapping.some(({ fieldId }) => fieldId === "participants");
    // As the readers above made them.
    const timing = timingOf({ start, startTime, end, endTime, minutes, allDay } as Times, timeZone);
    const people =
      typeof participants === "string" ? participantsIn(participants, importing) : hasParticipants ? [] : [importerId];
    const {
      attachments: _,
      meetingId: __,
      ...meeting
    } = parseInput(CreateMeetingInput, {
      title: "",
      ...given,
      ...timing,
      timeZone,
      participants: people,
      guests: typeof guests === "string" ? guestsIn(guests, importing) : [],
      notify: { invite: false, changes: false },
    });
    const begins = meeting.start;
    return {
      input: { ...meeting, timeZone, participants: meeting.participants ?? [] },
      shown: {
        title: meeting.title,
        start: begins,
        end: isDay(begins)
          ? dayAfter(begins, (meeting.days ?? 1) - 1)
          : new Date(Date.parse(begins) + (meeting.minutes ?? 60) * 60_000).toISOString(),
        location: meeting.location,
        participants: people,
        guests: typeof guests === "string" ? guests : null,
        cardId: meeting.cardId && (lookup.nameOf(meeting.cardId) ?? null),
        description: meeting.description,
      },
    };
  },
  create: (meeting, { orgId, importerId }, at) => meetingCreation(orgId, meeting, { by: importerId, at }),
};
