import ICAL from "ical.js";
import { dayOf, instantOf, timeIn } from "../../kernel/zoned-time.ts";
import { toRRule } from "../recurrence/rrule.ts";
import type { Rule } from "../recurrence/schema.ts";
import { observancesOf } from "./time-zone.ts";

/** It does not count the space with which a continued line begins. */
ICAL.foldLength = 74;

export interface CalendarPerson {
  readonly name: string | null;
  readonly email: string;
}

export interface CalendarAttendee extends CalendarPerson {
  /** Null for a person who takes part without an invitation. */
  readonly answer: "PENDING" | "ACCEPTED" | "DECLINED" | "TENTATIVE" | null;
}

/** A VEVENT: a single meeting, a series, or one changed occurrence of a series. */
export interface CalendarEvent {
  readonly uid: string;
  readonly sequence: number;
  /** When it was last changed: of two versions with the same sequence, the later one wins. */
  readonly stamp: string;
  /** Instants (ISO in UTC), or days of which the end is not one any more. */
  readonly start: string;
  readonly end: string;
  /** Zone in which it stays at the same local time; only a series needs this, everything else is written in UTC. */
  readonly timeZone: string;
  readonly title: string;
  readonly description?: string | null;
  readonly location?: string | null;
  readonly url?: string;
  readonly isCanceled?: boolean;
  /** It does not block time in the person's calendar. */
  readonly isFree?: boolean;
  /** `sentBy`: the address from which its mails really come. */
  readonly organizer?: CalendarPerson & { readonly sentBy?: string };
  readonly attendees?: readonly CalendarAttendee[];
  /** Series only; `removed` lists occurrences by their days. */
  readonly repeat?: { readonly rule: Rule; readonly removed: readonly string[] };
  /** Changed occurrences only: the day that the rule produces, and its series' time (`HH:MM`), null for all-day ones. */
  readonly occurrence?: { readonly day: string; readonly time: string | null };
}

export interface Calendar {
  /** Method of the whole file (RFC 5546); a file without invitations is published. */
  readonly method: "REQUEST" | "CANCEL" | "PUBLISH";
  /** Name under which other apps show the calendar. */
  readonly name?: string;
  /** How often it should be fetched, as an RFC 5545 duration. */
  readonly refresh?: string;
  readonly events: readonly CalendarEvent[];
}

const partStats = { PENDING: "NEEDS-ACTION", ACCEPTED: "ACCEPTED", DECLINED: "DECLINED", TENTATIVE: "TENTATIVE" } as const;

/**
 * The text of an .ics file (RFC 5545, 5546, 6868), as MIME sends it: lines end with CRLF and are folded at 75 octets. People's texts are values alone, whatever
 * they contain.
 */
export function writeCalendar({ method, name, refresh, events }: Calendar): string {
  const calendar = new ICAL.Component("vcalendar");
  calendar.addPropertyWithValue("prodid", "-//Kartis//Kartis//EN");
  calendar.addPropertyWithValue("version", "2.0");
  calendar.addPropertyWithValue("calscale", "GREGORIAN");
  calendar.addPropertyWithValue("method", method);
  if (name) calendar.addPropertyWithValue("x-wr-calname", textOf(name));
  if (refresh) {
    // RFC 7986 section 5.7, and what programs knew before it.
    calendar.addPropertyWithValue("refresh-interval", ICAL.Duration.fromString(refresh)).setParameter("value", "DURATION");
    calendar.addPropertyWithValue("x-published-ttl", refresh);
  }
  for (const [timeZone, { from, until }] of spansOf(events)) calendar.addSubcomponent(zoneComponent(timeZone, from, until));
  for (const event of events) calendar.addSubcomponent(eventComponent(event));
  return `${calendar.toString()}\r\n`;
}

/** Control characters mean nothing to readers, and a carriage return inside a value would end its line. */
const textOf = (text: string): string => text.replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n").replace(/(?![\n\t])\p{Cc}/gu, "");

const lineOf = (text: string): string => textOf(text).replace(/\s+/g, " ").trim();

/** A name as a parameter, in which a backslash is one of its letters, and an escape for some readers. */
const nameOf = (name: string): string => lineOf(name).replaceAll("\\", "/");

/** A mail address as a URI (RFC 6068); what could end it or the line is encoded. */
const mailto = (email: string): string =>
  `mailto:${textOf(email).replace(/[\s"%,:;<>\\]/g, (character) => encodeURIComponent(character))}`;

const isDay = (moment: string): boolean => moment.length === 10;
const isZoned = ({ repeat, occurrence, start }: CalendarEvent): boolean => !isDay(start) && Boolean(repeat ?? occurrence);

/** The zones of which definitions are needed, each with the time it is used for. */
function spansOf(events: readonly CalendarEvent[]): Map<string, { from: number; until: number | null }> {
  const spans = new Map<string, { from: number; until: number | null }>();
  for (const event of events.filter(isZoned)) {
    const before = spans.get(event.timeZone);
    const [from, end] = [Date.parse(event.start), lastInstantOf(event)];
    spans.set(event.timeZone, {
      from: Math.min(from, before?.from ?? from),
      until: end === null || before?.until === null ? null : Math.max(end, before?.until ?? end),
    });
  }
  return spans;
}

/** Last instant that its time zone definition must cover; null for a series without an end date. */
function lastInstantOf({ repeat, end }: CalendarEvent): number | null {
  if (!repeat) return Date.parse(end);
  return repeat.rule.ends.type === "on" ? Date.parse(`${repeat.rule.ends.day}T00:00:00Z`) + 2 * 86_400_000 : null;
}

function zoneComponent(timeZone: string, from: number, until: number | null): ICAL.Component {
  const zone = new ICAL.Component("vtimezone");
  zone.addPropertyWithValue("tzid", timeZone);
  for (const { type, start, from: before, to: after, rule } of observancesOf(timeZone, from, until)) {
    const observance = new ICAL.Component(type);
    observance.addPropertyWithValue("dtstart", wallTime(start));
    observance.addPropertyWithValue("tzoffsetfrom", ICAL.UtcOffset.fromString(extendedOffset(before)));
    observance.addPropertyWithValue("tzoffsetto", ICAL.UtcOffset.fromString(extendedOffset(after)));
    if (rule) observance.addPropertyWithValue("rrule", ICAL.Recur.fromString(rule));
    zone.addSubcomponent(observance);
  }
  return zone;
}

/** `+0200` → `+02:00` */
const extendedOffset = (offset: string): string => `${offset.slice(0, 3)}:${offset.slice(3)}`;

/** `20260327T020000` → a time that has no zone of its own */
const wallTime = (compact: string): ICAL.Time =>
  ICAL.Time.fromDateTimeString(compact.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/, "$1-$2-$3T$4:$5:$6"));

function eventComponent(event: CalendarEvent): ICAL.Component {
  const { uid, sequence, stamp, start, end, title, description, location, url, organizer, repeat, occurrence } = event;
  const component = new ICAL.Component("vevent");
  component.addPropertyWithValue("uid", uid);
  component.addPropertyWithValue("dtstamp", utcTime(stamp));
  component.addPropertyWithValue("last-modified", utcTime(stamp));
  component.addPropertyWithValue("sequence", sequence);
  component.addPropertyWithValue("status", event.isCanceled ? "CANCELLED" : "CONFIRMED");
  addMoment(component, "dtstart", start, event);
  addMoment(component, "dtend", end, event);
  if (occurrence) addWall(component, "recurrence-id", occurrence.day, occurrence.time, event.timeZone);
  if (repeat) addRepetition(component, repeat, event);
  component.addPropertyWithValue("summary", textOf(title));
  if (description) component.addPropertyWithValue("description", textOf(description));
  if (event.isFree) component.addPropertyWithValue("transp", "TRANSPARENT");
  if (location) component.addPropertyWithValue("location", textOf(location));
  if (url) component.addPropertyWithValue("url", new URL(url).href);
  if (organizer) addOrganizer(component, organizer);
  for (const attendee of event.attendees ?? []) addAttendee(component, attendee);
  return component;
}

const utcTime = (instant: string): ICAL.Time => ICAL.Time.fromJSDate(new Date(instant), true);

/** A moment in its series' zone, or in UTC where the clocks of the zone cannot tell it from another. */
function addMoment(component: ICAL.Component, name: string, moment: string, event: CalendarEvent): void {
  if (isDay(moment)) return addWall(component, name, moment, null, event.timeZone);
  const at = Date.parse(moment);
  const [day, time] = [dayOf(at, event.timeZone), timeIn(at, event.timeZone)];
  if (isZoned(event) && Date.parse(instantOf(day, time, event.timeZone)) === at)
    return addWall(component, name, day, time, event.timeZone);
  component.addPropertyWithValue(name, utcTime(moment));
}

/** A day, or what the clocks of a zone show. */
function addWall(component: ICAL.Component, name: string, day: string, time: string | null, timeZone: string): void {
  const value = time === null ? ICAL.Time.fromDateString(day) : ICAL.Time.fromDateTimeString(`${day}T${time}:00`);
  const property = component.addPropertyWithValue(name, value);
  if (time !== null) property.setParameter("tzid", timeZone);
}

function addRepetition(
  component: ICAL.Component,
  { rule, removed }: NonNullable<CalendarEvent["repeat"]>,
  { start, timeZone }: CalendarEvent,
): void {
  const at = Date.parse(start);
  const first = isDay(start)
    ? { day: start, time: null, timeZone }
    : { day: dayOf(at, timeZone), time: timeIn(at, timeZone), timeZone };
  component.addPropertyWithValue("rrule", ICAL.Recur.fromString(toRRule(rule, first)));
  for (const day of removed) addWall(component, "exdate", day, first.time, timeZone);
}

function addOrganizer(component: ICAL.Component, { name, email, sentBy }: NonNullable<CalendarEvent["organizer"]>): void {
  const property = component.addPropertyWithValue("organizer", mailto(email));
  if (name) property.setParameter("cn", nameOf(name));
  if (sentBy && sentBy !== email) property.setParameter("sent-by", mailto(sentBy));
}

function addAttendee(component: ICAL.Component, { name, email, answer }: CalendarAttendee): void {
  const property = component.addPropertyWithValue("attendee", mailto(email));
  property.setParameter("cn", nameOf(name ?? email));
  property.setParameter("cutype", "INDIVIDUAL");
  property.setParameter("role", "REQ-PARTICIPANT");
  property.setParameter("partstat", partStats[answer ?? "ACCEPTED"]);
  property.setParameter("rsvp", answer === null ? "FALSE" : "TRUE");
}
