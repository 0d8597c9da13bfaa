import { named, Visitor } from "@kartis/tests/support/people.ts";
import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import type { ActivityId } from "../../kernel/id.ts";
import { undoProcedures } from "../../undo/index.ts";
import { meetingProcedures } from "../index.ts";
import { rsvpProcedures } from "./rsvp.ts";
import { owner, refusal, series, setUpMeetings } from "../meetings/weekly.fixture.ts";
import { fileOf, type Mail, mailsTo, newAddress, react } from "./mails.fixture.ts";

const [update, remove, get] = [
  named(meetingProcedures, "meetings.update"),
  named(meetingProcedures, "meetings.remove"),
  named(meetingProcedures, "meetings.get"),
];
const [find, answer, calendar] = [
  named(rsvpProcedures, "rsvp.find"),
  named(rsvpProcedures, "rsvp.answer"),
  named(rsvpProcedures, "rsvp.calendar"),
];
const undo = named(undoProcedures, "changes.undo");

setUpMeetings({ language: "en" });

const [first, day, later] = ["2030-06-03", "2030-06-10", "2030-06-17"] as const;

const change = async (meetingId: ActivityId, on: string, emails: readonly string[], more: object = {}) => {
  const changed = await owner.call(update, {
    meetingId,
    scope: "one",
    day: on,
    guests: emails.map((email) => ({ email })),
    ...more,
  });
  await react();
  return changed;
};

function calendarIn(content: string) {
  const file = new ICAL.Component(ICAL.parse(content));
  const events = file.getAllSubcomponents("vevent").map((event) => ({
    recurrence: event.getFirstPropertyValue("recurrence-id")?.toString().slice(0, 10) ?? null,
    start: event.getFirstPropertyValue("dtstart")?.toString(),
    rule: event.getFirstProperty("rrule") !== null,
    without: event.getAllProperties("exdate").map((one) => String(one.getFirstValue()).slice(0, 10)),
    reply: event.getFirstProperty("attendee")?.getFirstParameter("partstat"),
  }));
  return { method: file.getFirstPropertyValue("method"), events };
}
const eventsOf = (mail: Mail | undefined) => calendarIn(fileOf(mail));
/** The link of a mail, as the page takes it. */
function linkIn(mail: Mail | undefined): { token: string; on?: string } {
  const [, token = "", query = ""] = /\/rsvp\/([^?\s)]+)\?([^\s)]+)/.exec(mail?.text ?? "") ?? expect.fail("no link");
  const on = new URLSearchParams(query).get("on");
  return { token, ...(on ? { on } : {}) };
}

it("the link in a mail about one time of a series shows that time, to which its guests can reply, as long as it is to come", async () => {
  const dana = newAddress();
  const { id } = await series([dana]);
  await react();
  await change(id, later, [dana], { start: "2030-06-17T12:00Z" });
  const [changed, invitation] = mailsTo(dana);
  const { token } = linkIn(invitation);
  expect(linkIn(invitation)).toEqual({ token });
  expect(linkIn(changed)).toEqual({ token, on: later });
  const visitor = new Visitor();
  const timeOf = async (on?: string) => (await visitor.call(find, { token, ...(on ? { on } : {}) })).start;
  expect(await timeOf()).toBe("2030-06-03T09:00:00.000Z");
  expect(await timeOf(later)).toBe("2030-06-17T12:00:00.000Z");
  for (const gone of ["2030-06-18", "2026-06-01"]) expect(await timeOf(gone)).toBe("2030-06-03T09:00:00.000Z");
  const replied = await visitor.call(answer, { token, on: later, rsvp: "ACCEPTED", day: later });
  expect(replied).toMatchObject({ day: later, reply: "ACCEPTED", replyToAll: "PENDING" });
  const toAll = await visitor.call(answer, { token, on: later, rsvp: "TENTATIVE", day: null });
  expect(toAll).toMatchObject({ day: later, replyToAll: "TENTATIVE" });
  const over = { now: () => Date.parse("2030-06-18T00:00Z") };
  expect((await new Visitor(over).call(find, { token, on: later })).start).toBe("2030-06-24T09:00:00.000Z");
});

describe("mails to guests of a series of which one time has others", () => {
  it("invite whoever is added to that time alone, and tell nobody else", async () => {
    const [dana, yuval] = [newAddress(), newAddress()];
    const { id } = await series([dana]);
    await react();
    await change(id, day, [dana, yuval]);
    const [invitation, ...others] = mailsTo(yuval);
    expect(others).toEqual([]);
    expect(invitation?.text).toContain("Monday, June 10, 2030");
    expect(invitation?.text).not.toMatch(/every/i);
    expect(eventsOf(invitation)).toEqual({
      method: "REQUEST",
      events: [{ recurrence: day, start: `${day}T09:00:00`, rule: false, without: [], reply: "NEEDS-ACTION" }],
    });
    expect(mailsTo(dana)).toHaveLength(1);
    // A change of all reaches them about their time, and one of their time as well.
    await owner.call(update, { meetingId: id, location: "Room 7" });
    await react();
    expect(mailsTo(yuval)).toHaveLength(2);
    expect(mailsTo(yuval)[0]?.text).toContain("June 10, 2030");
    expect(eventsOf(mailsTo(yuval)[0]).events.map(({ recurrence }) => recurrence)).toEqual([day]);
    await owner.call(update, { meetingId: id, scope: "one", day: later, title: "Other" });
    await react();
    expect([mailsTo(yuval).length, mailsTo(dana).length]).toEqual([2, 3]);
    await owner.call(remove, { meetingId: id, scope: "one", day });
    await react();
    expect(eventsOf(mailsTo(yuval)[0])).toMatchObject({ method: "CANCEL", events: [{ recurrence: day }] });
    expect(mailsTo(yuval)).toHaveLength(3);
  });

  it("cancel that time for whoever is taken off it, whose calendar keeps the others", async () => {
    const [dana, omer] = [newAddress(), newAddress()];
    const { id } = await series([dana, omer]);
    await react();
    const { recordId } = await change(id, day, [omer]);
    const [off, ...before] = mailsTo(dana);
    expect(before).toHaveLength(1);
    expect(off?.subject).toMatch(/^Canceled: Pilot review, .*June 10, 2030/);
    expect(eventsOf(off)).toMatchObject({ method: "CANCEL", events: [{ recurrence: day, rule: false }] });
    expect(mailsTo(omer)).toHaveLength(1);
    // What changes of that time is no news to them, and the series comes without it.
    await owner.call(update, { meetingId: id, scope: "one", day, location: "Room 2" });
    await react();
    expect([mailsTo(dana).length, mailsTo(omer).length]).toEqual([2, 2]);
    await owner.call(update, { meetingId: id, title: "Review" });
    await react();
    expect(eventsOf(mailsTo(dana)[0])).toMatchObject({ method: "REQUEST", events: [{ rule: true, without: [day] }] });
    expect(eventsOf(mailsTo(omer)[0]).events).toMatchObject([{ rule: true, without: [] }, { recurrence: day }]);
    await owner.call(update, { meetingId: id, scope: "one", day, location: null });
    await owner.call(undo, { recordId: recordId ?? expect.fail("no record") });
    await react();
    expect(eventsOf(mailsTo(dana)[0])).toMatchObject({ method: "REQUEST", events: [{ rule: true, without: [] }] });
    expect(mailsTo(dana)[0]?.text).toContain("June 10, 2030");
  });

  it("cancel the times of a guest of single times when they are taken off, and when the series is deleted", async () => {
    const [yuval, noa] = [newAddress(), newAddress()];
    const { id } = await series([]);
    await change(id, day, [yuval, noa]);
    await change(id, later, [noa]);
    await change(id, day, [noa]);
    expect(eventsOf(mailsTo(yuval)[0])).toMatchObject({ method: "CANCEL", events: [{ recurrence: day }] });
    expect(mailsTo(noa)).toHaveLength(2);
    await owner.call(remove, { meetingId: id });
    await react();
    expect(eventsOf(mailsTo(noa)[0])).toMatchObject({ method: "CANCEL", events: [{ recurrence: day }, { recurrence: later }] });
    expect([mailsTo(noa).length, mailsTo(yuval).length]).toEqual([3, 2]);
  });

  it("cancel those of their times that a change of the whole takes away or renames, and name the new ones", async () => {
    const yuval = newAddress();
    const { id } = await series([]);
    await change(id, day, [yuval]);
    await change(id, later, [yuval]);
    await owner.call(remove, { meetingId: id, scope: "following", day: later });
    await react();
    expect(eventsOf(mailsTo(yuval)[0])).toMatchObject({ method: "CANCEL", events: [{ recurrence: later }] });
    expect(mailsTo(yuval)).toHaveLength(3);
    await owner.call(update, {
      meetingId: id,
      start: "2030-06-04T09:00Z",
      repeat: { frequency: "week", every: 1, weekdays: ["TU"], ends: { type: "never" } },
    });
    await react();
    const files = mailsTo(yuval).slice(0, 2).map(eventsOf);
    expect(files.find(({ method }) => method === "CANCEL")?.events).toMatchObject([{ recurrence: day }]);
  });

  it("cancel a single time by the name and with the words that it had, and the whole without words of times that were not theirs", async () => {
    const [gil, dana] = [newAddress(), newAddress()];
    const { id } = await series([gil, dana]);
    await react();
    await change(id, day, [dana], { title: "About Gil", description: "Not for Gil", start: `${day}T11:00` });
    const [off] = mailsTo(gil);
    expect(eventsOf(off)).toMatchObject({ method: "CANCEL", events: [{ recurrence: day, start: `${day}T09:00:00` }] });
    await owner.call(remove, { meetingId: id });
    await react();
    const [over] = mailsTo(gil);
    expect(eventsOf(over)).toMatchObject({ method: "CANCEL", events: [{ rule: true, recurrence: null }] });
    for (const mail of mailsTo(gil)) {
      const { base64 } = mail.attachments.find(({ name }) => name === "invite.ics") ?? expect.fail("no calendar");
      expect(mail.text + Buffer.from(base64, "base64").toString()).not.toMatch(/About Gil|Not for Gil/);
    }
  });

  it("of the whole name the next time to which their reader is invited", async () => {
    const [gil, dana] = [newAddress(), newAddress()];
    const { id } = await series([gil, dana]);
    await react();
    await change(id, first, [dana], { start: `${first}T15:00` });
    await owner.call(update, { meetingId: id, location: "Room 7" });
    await react();
    expect(mailsTo(dana)[0]?.text).toMatch(/June 3, 2030/);
    expect(mailsTo(gil)[0]?.text).toMatch(/June 10, 2030/);
    expect(mailsTo(gil)[0]?.text).not.toMatch(/June 3, 2030/);
  });

  it("invite whoever leaves the series to the times at which they stay", async () => {
    const [dana, yuval] = [newAddress(), newAddress()];
    const { id } = await series([dana]);
    await change(id, day, [dana, yuval]);
    const { recordId } = await owner.call(update, { meetingId: id, guests: [{ email: dana }, { email: yuval }] });
    await react();
    await owner.call(undo, { recordId: recordId ?? expect.fail("no record") });
    await react();
    const files = mailsTo(yuval).slice(0, 2).map(eventsOf);
    expect(files.find(({ method }) => method === "CANCEL")?.events).toMatchObject([{ recurrence: null }]);
    expect(files.find(({ method }) => method === "REQUEST")?.events).toMatchObject([{ recurrence: day }]);
    expect(mailsTo(yuval)).toHaveLength(4);
  });

  it("come for each kind of news of several times, however many these are", async () => {
    const yuval = newAddress();
    const { id } = await series([]);
    const days = Array.from({ length: 5 }, (_, week) => `2030-07-${String(1 + 7 * week).padStart(2, "0")}`);
    const set = (on: string, emails: readonly string[]) =>
      owner.call(update, { meetingId: id, scope: "one", day: on, guests: emails.map((email) => ({ email })) });
    for (const on of days) await set(on, [yuval]);
    await react();
    const named = () => mailsTo(yuval).map((mail) => (mail.text?.match(/July \d+|August \d+/g) ?? []).length);
    expect(new Set(named())).toEqual(new Set([2, 3]));
    expect(mailsTo(yuval)).toHaveLength(2);
    await set(days[0] ?? "", []);
    await set(day, [yuval]);
    await react();
    const kinds = mailsTo(yuval).map((mail) => eventsOf(mail).method);
    expect(kinds.filter((method) => method === "CANCEL")).toHaveLength(1);
    expect(kinds.filter((method) => method === "REQUEST")).toHaveLength(3);
    await owner.call(remove, { meetingId: id });
    await react();
    const canceled = mailsTo(yuval).flatMap((mail) => {
      const { method, events } = eventsOf(mail);
      return method === "CANCEL" ? events.map(({ recurrence }) => recurrence) : [];
    });
    expect(canceled).toHaveLength(days.length + 1);
    expect(new Set(canceled)).toEqual(new Set([day, ...days]));
  });

  it("are about the whole once a guest of one time is invited to all, and not sent where nobody is to learn of it", async () => {
    const yuval = newAddress();
    const { id } = await series([], { notify: { invite: true, changes: false } });
    await change(id, day, [yuval]);
    await owner.call(update, { meetingId: id, guests: [{ email: yuval }] });
    await react();
    expect(eventsOf(mailsTo(yuval)[0])).toMatchObject({ method: "REQUEST", events: [{ rule: true, recurrence: null }] });
    await change(id, day, []);
    expect(mailsTo(yuval)).toHaveLength(2);
  });
});

describe("the link of a guest of single times", () => {
  it("shows each of these times as a meeting, to which they reply", async () => {
    const [dana, yuval] = [newAddress(), newAddress()];
    const { id } = await series([dana]);
    await change(id, day, [dana, yuval]);
    await change(id, later, [yuval], { title: "Decision" });
    const visitor = new Visitor();
    const [second, one] = mailsTo(yuval).map(linkIn);
    expect([one?.on, second?.on]).toEqual([day, later]);
    const shown = await visitor.call(find, one ?? expect.fail("no link"));
    expect(shown).toMatchObject({
      title: "Pilot review",
      start: `${day}T09:00:00.000Z`,
      repeat: null,
      series: null,
      day,
      times: 1,
    });
    expect(shown.people.map(({ isYou, rsvp }) => [isYou, rsvp])).toContainEqual([true, "PENDING"]);
    expect(await visitor.call(find, { token: one?.token ?? "" })).toMatchObject({ day });
    const replied = await visitor.call(answer, { ...(second ?? expect.fail("no link")), rsvp: "ACCEPTED", message: "Gladly" });
    expect(replied).toMatchObject({
      title: "Decision",
      day: later,
      reply: "ACCEPTED",
      replyToAll: "ACCEPTED",
      message: "Gladly",
    });
    expect(await visitor.call(find, { token: one?.token ?? "" })).toMatchObject({ day, reply: "PENDING", message: "" });
    await visitor.call(answer, { token: one?.token ?? "", day, rsvp: "DECLINED" });
    const { answers } = await owner.call(get, { meetingId: id });
    expect(answers.map((given) => [given.day, given.rsvp])).toEqual([
      [later, "ACCEPTED"],
      [day, "DECLINED"],
    ]);
    const { content } = await visitor.call(calendar, one ?? expect.fail("no link"));
    expect(calendarIn(content).events.map(({ recurrence }) => recurrence)).toEqual([day, later]);
  });

  it("takes no reply to another time than the one that it shows", async () => {
    const yuval = newAddress();
    const { id } = await series([]);
    await change(id, day, [yuval]);
    await change(id, later, [yuval]);
    const theirs = linkIn(mailsTo(yuval).at(-1));
    expect(theirs.on).toBe(day);
    await change(id, day, []);
    const visitor = new Visitor();
    expect((await refusal(visitor.call(answer, { ...theirs, day, rsvp: "ACCEPTED" }))).code).toBe("NOT_FOUND");
    expect((await owner.call(get, { meetingId: id })).answers).toEqual([]);
    expect(await visitor.call(find, theirs)).toMatchObject({ day: later });
  });

  it("leads nowhere once they are invited to none, and that of a guest of the series passes over a time that is not theirs", async () => {
    const [dana, yuval] = [newAddress(), newAddress()];
    const { id } = await series([dana]);
    await change(id, first, [yuval]);
    const visitor = new Visitor();
    await react();
    const danas = linkIn(mailsTo(dana).at(-1));
    expect(await visitor.call(find, danas)).toMatchObject({ day, start: `${day}T09:00:00.000Z`, repeat: {} });
    expect((await refusal(visitor.call(answer, { ...danas, day: first, rsvp: "ACCEPTED" }))).code).toBe("NOT_FOUND");
    const theirs = linkIn(mailsTo(yuval)[0]);
    await change(id, first, [dana]);
    expect((await refusal(visitor.call(find, theirs))).code).toBe("NOT_FOUND");
  });
});
