import { named } from "@kartis/tests/support/people.ts";
import { describe, expect, it } from "vitest";
import { meetingProcedures } from "../index.ts";
import { sweepReminders } from "../reminders/fire.ts";
import { owner, setUpMeetings } from "../meetings/weekly.fixture.ts";
import { mailsTo, newAddress } from "./mails.fixture.ts";
import { inMinutes, minute, onlyReminders, reminded, settle, sweep } from "./reminded.fixture.ts";

const [update, remove, answer] = [
  named(meetingProcedures, "meetings.update"),
  named(meetingProcedures, "meetings.remove"),
  named(meetingProcedures, "meetings.answer"),
];

setUpMeetings({ language: "hu" });

const meeting = (email: string, more: Parameters<typeof reminded>[1] = {}) => reminded([{ email, name: "Eszter Nagy" }], more);

describe("a guest's reminder", () => {
  it("of a time that has other guests than its series reaches those", async () => {
    const [dana, yuval, noa] = [newAddress(), newAddress(), newAddress()];
    const repeat = { frequency: "day" as const, every: 1, ends: { type: "never" as const } };
    const start = inMinutes(20);
    const tomorrow = new Date(Date.parse(start) + 1_440 * minute).toISOString();
    for (const [email, at] of [
      [dana, start],
      [noa, tomorrow],
    ] as const) {
      const { id: meetingId } = await meeting(email, { start, repeat, timeZone: "UTC" });
      await owner.call(update, { meetingId, scope: "one", day: at.slice(0, 10), guests: [{ email: yuval }] });
    }
    await sweep(6);
    expect([dana, yuval, noa].map((address) => mailsTo(address).length)).toEqual([0, 1, 1]);
    expect(mailsTo(yuval)[0]?.text).toContain("Pilot review");
  });

  it("of one of several times to which they alone are invited leads to that time", async () => {
    const address = newAddress();
    const start = inMinutes(20);
    const dayOf = (afterMinutes: number) => new Date(Date.parse(start) + afterMinutes * minute).toISOString().slice(0, 10);
    const today = dayOf(0);
    const tomorrow = dayOf(1_440);
    const repeat = { frequency: "day" as const, every: 1, ends: { type: "never" as const } };
    const { id: meetingId } = await meeting(newAddress(), { start, repeat, timeZone: "UTC", reminder: 1_440, guests: [] });
    for (const day of [today, tomorrow]) await owner.call(update, { meetingId, scope: "one", day, guests: [{ email: address }] });
    await sweep(21);
    expect(mailsTo(address).map(({ text }) => /on=([\d-]+)/.exec(text ?? "")?.[1])).toEqual([tomorrow]);
  });

  it("comes once, when it is time, in their language, and leads to the page where they reply", async () => {
    const address = newAddress();
    await meeting(address);
    await sweep(4);
    expect(mailsTo(address)).toEqual([]);
    await sweep(6);
    await sweep(7);
    const [mail, ...more] = mailsTo(address);
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/^Emlékeztető: Pilot review, /);
    expect(mail?.text).toContain("/rsvp/");
    // It is no mail of a member, who could switch it off.
    expect(mail?.text).not.toContain("/settings/user");
    expect(mail?.attachments).toEqual([]);
  });

  it("is not sent where the meeting does not say so, nor to whoever has declined or was taken off", async () => {
    const [without, declined, coming, off] = [newAddress(), newAddress(), newAddress(), newAddress()];
    await meeting(without, { notify: { ...onlyReminders, remind: false } });
    const held = await meeting(declined, { guests: [declined, coming, off].map((email) => ({ email })) });
    const idOf = (email: string) => held.guests.find((guest) => guest.email === email)?.id ?? expect.fail("no guest");
    await owner.call(answer, { meetingId: held.id, guestId: idOf(declined), rsvp: "DECLINED" });
    await owner.call(answer, { meetingId: held.id, guestId: idOf(coming), rsvp: "TENTATIVE" });
    await owner.call(update, { meetingId: held.id, guests: [{ email: declined }, { email: coming }] });
    await sweep(6);
    expect([without, declined, coming, off].map((address) => mailsTo(address).length)).toEqual([0, 0, 1, 0]);
  });

  it("is not sent for a meeting that is canceled, nor for one that is moved after it was fired", async () => {
    const [canceled, moved] = [newAddress(), newAddress()];
    const { id } = await meeting(canceled);
    await owner.call(remove, { meetingId: id });
    const { id: meetingId } = await meeting(moved);
    await settle();
    expect((await sweepReminders({ now: () => Date.now() + 6 * minute }, 20_000)).failed).toBe(0);
    await owner.call(update, { meetingId, start: inMinutes(600) });
    await settle();
    expect([canceled, moved].map((address) => mailsTo(address).length)).toEqual([0, 0]);
  });

  it("of a series is for the time that comes, where and when that takes place", async () => {
    const address = newAddress();
    const next = inMinutes(20);
    const start = new Date(Date.parse(next) - 7 * 1_440 * minute).toISOString();
    const { id: meetingId } = await meeting(address, {
      start,
      minutes: 30,
      timeZone: "UTC",
      repeat: { frequency: "day", every: 7, ends: { type: "never" } },
    });
    const day = next.slice(0, 10);
    await owner.call(update, { meetingId, scope: "one", day, location: "Hall 2", title: "Last review" });
    await sweep(6);
    const [mail, ...more] = mailsTo(address);
    expect(more).toEqual([]);
    expect(mail?.subject).toContain("Last review");
    expect(mail?.text).toContain("Hall 2");
    expect(mail?.text).toContain(next.slice(11, 16).replace(/^0/, ""));
  });
});
