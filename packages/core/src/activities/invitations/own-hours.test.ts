import { named } from "@kartis/tests/support/people.ts";
import type ICAL from "ical.js";
import { sync as nodeIcal, type VEvent } from "node-ical";
import { describe, expect, it } from "vitest";
import type { ActivityId } from "../../kernel/id.ts";
import { meetingProcedures } from "../index.ts";
import { one, owner, series, setUpMeetings } from "../meetings/weekly.fixture.ts";
import { calendarOf, fileOf, type Mail, mailsTo, newAddress, react } from "./mails.fixture.ts";

/*
 * One time of a series has been moved to an hour of its own, and then the whole series gets another hour: the time stays, while its RECURRENCE-ID becomes another.
 */

const [update, remove] = [named(meetingProcedures, "meetings.update"), named(meetingProcedures, "meetings.remove")];

setUpMeetings({ language: "en" });

const [day, later] = ["2030-06-10", "2030-06-17"] as const;

/** Every Monday at nine in Budapest from 3 June 2030. */
const weekly = (emails: readonly string[]) => series(emails, { start: "2030-06-03T09:00", timeZone: "Europe/Budapest" });
const atHour = (meetingId: ActivityId, hour: number) =>
  owner.call(update, { meetingId, start: `2030-06-03T${hour}:00`, timeZone: "Europe/Budapest" });

/** The entries that a calendar holds after these mails, the earliest mail first: RECURRENCE-ID (or `all`) and start. */
function entriesAfter(mails: readonly Mail[]): Record<string, string> {
  const entries = new Map<string, string>();
  for (const mail of mails) {
    const file = calendarOf(mail);
    const events = file.getAllSubcomponents("vevent");
    const idOf = (event: ICAL.Component) => event.getFirstPropertyValue("recurrence-id")?.toString() ?? "all";
    const isCancel = file.getFirstPropertyValue("method") === "CANCEL";
    // RFC 5546, section 3.2.2.1: a request for the whole takes the place of everything before it.
    if (!isCancel && events.some((event) => idOf(event) === "all")) entries.clear();
    for (const event of events)
      if (isCancel) entries.delete(idOf(event));
      else entries.set(idOf(event), event.getFirstPropertyValue("dtstart")?.toString() ?? "");
  }
  return Object.fromEntries(entries);
}
/** Mails of one moment have no order of their own: a calendar gets what cancels before the rest. */
const inOrder = (mails: readonly Mail[], known: number): Mail[] =>
  mails
    .slice(0, mails.length - known)
    .toSorted((a, b) => Number(fileOf(b).includes("METHOD:CANCEL")) - Number(fileOf(a).includes("METHOD:CANCEL")));

describe("a time with an hour of its own, whose series gets another hour", () => {
  it("is in the request to guests of the series, by its name in the series as it is now", async () => {
    const dana = newAddress();
    const { id } = await weekly([dana]);
    await react();
    await one(id, day, { start: `${day}T15:00` });
    await react();
    await atHour(id, 11);
    await react();
    const mails = mailsTo(dana);
    expect(mails).toHaveLength(3);
    expect(entriesAfter(mails.toReversed())).toEqual({ all: "2030-06-03T11:00:00", [`${day}T11:00:00`]: `${day}T15:00:00` });
    // The other parser finds the same time in place of the one that the rule gives.
    const found = Object.values(nodeIcal.parseICS(fileOf(mails[0]))).find((part): part is VEvent => part?.type === "VEVENT");
    const time = found?.recurrences?.[day];
    expect(new Date(String(time?.recurrenceid)).toISOString()).toBe(`${day}T09:00:00.000Z`);
    expect(new Date(String(time?.start)).toISOString()).toBe(`${day}T13:00:00.000Z`);
  });

  it("is replaced in calendars of guests who are at that time alone, and no mail says that it was canceled", async () => {
    const yuval = newAddress();
    const { id } = await weekly([newAddress()]);
    await one(id, day, { start: `${day}T15:00`, guests: [{ email: yuval }] });
    await react();
    expect(mailsTo(yuval)).toHaveLength(1);
    await atHour(id, 11);
    await react();
    const news = inOrder(mailsTo(yuval), 1);
    expect(news).toHaveLength(2);
    for (const { subject, text } of news) {
      expect(subject).toMatch(/^Changed: Pilot review, .*June 10, 2030/);
      expect(text).toContain("The time and place of the meeting are as before.");
      expect(text).not.toMatch(/cancel|previously/i);
    }
    expect(entriesAfter([...mailsTo(yuval).slice(-1), ...news])).toEqual({ [`${day}T11:00:00`]: `${day}T15:00:00` });
    // What changes of the time later meets the entry that they have.
    await one(id, day, { start: `${day}T16:00`, guests: [{ email: yuval }] });
    await react();
    expect(entriesAfter([...mailsTo(yuval).slice(-1), ...news, ...inOrder(mailsTo(yuval), 3)])).toEqual({
      [`${day}T11:00:00`]: `${day}T16:00:00`,
    });
    await owner.call(remove, { meetingId: id, scope: "one", day });
    await react();
    expect(entriesAfter([...news, ...inOrder(mailsTo(yuval), 3).toReversed(), ...mailsTo(yuval).slice(0, 1)])).toEqual({});
  });

  it("is announced apart from times that move along, and from a change of the time itself in the same moments", async () => {
    const yuval = newAddress();
    const { id } = await weekly([newAddress()]);
    await one(id, day, { start: `${day}T15:00`, guests: [{ email: yuval }] });
    await one(id, later, { guests: [{ email: yuval }] });
    await react();
    const known = mailsTo(yuval).length;
    await atHour(id, 11);
    await react();
    const news = inOrder(mailsTo(yuval), known);
    const about = (subject: RegExp) => news.filter((mail) => subject.test(mail.subject));
    expect(about(/^Changed: .*June 10, 2030/)).toHaveLength(2);
    expect(about(/^Canceled: .*June 17, 2030/)).toHaveLength(1);
    expect(about(/^Changed: .*June 17, 2030/)).toHaveLength(1);
    const before = mailsTo(yuval).length;
    await atHour(id, 12);
    await one(id, day, { location: "Room 7" });
    await react();
    const announced = mailsTo(yuval)
      .slice(0, mailsTo(yuval).length - before)
      .filter((mail) => mail.subject.includes("June 10") && fileOf(mail).includes("METHOD:REQUEST"));
    expect(announced).toHaveLength(1);
    expect(announced[0]?.text).toContain("Room 7");
    expect(announced[0]?.text).not.toContain("as before");
    const all = [...mailsTo(yuval).slice(-known).toReversed(), ...news, ...inOrder(mailsTo(yuval), before)];
    expect(entriesAfter(all)).toEqual({
      [`${day}T12:00:00`]: `${day}T15:00:00`,
      [`${later}T12:00:00`]: `${later}T12:00:00`,
    });
  });
});
