import { named, Visitor } from "@kartis/tests/support/people.ts";
import { describe, expect, it } from "vitest";
import { meetingProcedures } from "../index.ts";
import { rsvpProcedures } from "./rsvp.ts";
import { one, owner, refusal, series, setUpMeetings } from "../meetings/weekly.fixture.ts";
import { calendarOf, type Mail, mailsTo, newAddress, react, subjectsTo, tokenIn } from "./mails.fixture.ts";

const [update, remove, get] = [
  named(meetingProcedures, "meetings.update"),
  named(meetingProcedures, "meetings.remove"),
  named(meetingProcedures, "meetings.get"),
];
const [find, answer] = [named(rsvpProcedures, "rsvp.find"), named(rsvpProcedures, "rsvp.answer")];

setUpMeetings({ language: "en" });

const [day, later, last] = ["2030-06-10", "2030-06-17", "2030-06-24"] as const;

describe("a guest whose address is replaced", () => {
  it("is canceled, with a link that leads nowhere, and the other is invited with a link and a reply of their own", async () => {
    const [dana, omer] = [newAddress(), newAddress()];
    const { id: meetingId, guests } = await series([dana]);
    await react();
    const old = tokenIn(mailsTo(dana)[0]?.text);
    const visitor = new Visitor();
    await visitor.call(answer, { token: old, rsvp: "ACCEPTED", message: "Gladly" });
    await owner.call(update, { meetingId, guests: [{ id: guests[0]?.id ?? "", email: omer }] });
    await react();
    expect(subjectsTo(dana)).toEqual([expect.stringMatching(/^Canceled/), expect.stringMatching(/^Pilot review/)]);
    expect(subjectsTo(omer)).toEqual([expect.stringMatching(/^Pilot review/)]);
    expect((await refusal(visitor.call(find, { token: old }))).code).toBe("NOT_FOUND");
    expect((await refusal(visitor.call(answer, { token: old, rsvp: "DECLINED" }))).code).toBe("NOT_FOUND");
    const fresh = await visitor.call(find, { token: tokenIn(mailsTo(omer)[0]?.text) });
    expect(fresh).toMatchObject({ email: omer, reply: "PENDING", message: "" });
    expect((await owner.call(get, { meetingId })).answers).toEqual([]);
  });

  it("at one time is canceled there, and the other is invited to it", async () => {
    const [dana, omer] = [newAddress(), newAddress()];
    const { id: meetingId } = await series([]);
    await one(meetingId, day, { guests: [{ email: dana }] });
    await react();
    const { occurrence } = await owner.call(get, { meetingId, day });
    await one(meetingId, day, { guests: [{ id: occurrence?.guests[0]?.id ?? "", email: omer }] });
    await react();
    expect(subjectsTo(dana)[0]).toMatch(/^Canceled/);
    expect(subjectsTo(omer)).toEqual([expect.stringMatching(/^Pilot review.*June 10/)]);
    const old = tokenIn(mailsTo(dana)[1]?.text);
    expect((await refusal(new Visitor().call(find, { token: old }))).code).toBe("NOT_FOUND");
  });
});

describe("mails about several times of which other things are said", () => {
  it("are one for those that have the same title and place", async () => {
    const yuval = newAddress();
    const { id } = await series([]);
    const guests = [{ email: yuval }];
    await one(id, day, { guests });
    await one(id, later, { guests, title: "Decision", location: "Room 7" });
    await one(id, last, { guests, start: `${last}T15:00` });
    await react();
    const mails = mailsTo(yuval);
    const [usual, other] = ["Pilot review", "Decision"].map((title) => mails.filter(({ subject }) => subject.includes(title)));
    expect([mails.length, usual?.length, other?.length]).toEqual([2, 1, 1]);
    expect(usual?.[0]?.text).toMatch(/June 10, 2030.*June 24, 2030/s);
    expect(usual?.[0]?.text).not.toMatch(/June 17|Room 7/);
    expect(other?.[0]?.text).toMatch(/June 17, 2030/);
    expect(other?.[0]?.text).toContain("Room 7");
    expect(other?.[0]?.text).not.toMatch(/June 10|June 24/);
    // Each is canceled by the words that it had.
    for (const on of [day, later, last]) await owner.call(remove, { meetingId: id, scope: "one", day: on });
    await react();
    const canceled = mailsTo(yuval).filter(({ subject }) => subject.startsWith("Canceled"));
    expect(canceled).toHaveLength(3);
    const said = canceled.map(({ subject, text }) => `${subject.includes("Decision")} ${/3:00/.test(text ?? "")}`);
    expect(new Set(said)).toEqual(new Set(["false false", "false true", "true false"]));
  });

  it("are of the series, for who belongs to it, where one would be wrong about some", async () => {
    const dana = newAddress();
    const { id } = await series([dana]);
    await react();
    await one(id, day, { title: "Decision" });
    await one(id, later, { location: "Room 7" });
    await react();
    expect(subjectsTo(dana)).toHaveLength(2);
    expect(subjectsTo(dana)[0]).toMatch(/Pilot review/);
    expect(mailsTo(dana)[0]?.text).toMatch(/every week/i);
    // Of times that have the same words, it names these.
    await one(id, later, { location: null, title: "Decision" });
    await one(id, last, { title: "Decision" });
    await react();
    expect(subjectsTo(dana)[0]).toMatch(/Decision/);
    expect(mailsTo(dana)[0]?.text).toMatch(/June 17, 2030.*June 24, 2030/s);
  });
});

describe("the calendar of a guest of single times whose series gets another hour", () => {
  it("loses the time by the name that it had, and gets it by the new one", async () => {
    const [yuval, dana] = [newAddress(), newAddress()];
    const { id: meetingId } = await series([dana]);
    for (const on of [day, later]) await one(meetingId, on, { guests: [{ email: dana }, { email: yuval }] });
    await react();
    const named = (mail: Mail | undefined) => {
      const file = calendarOf(mail);
      const events = file.getAllSubcomponents("vevent");
      return [
        file.getFirstPropertyValue("method"),
        ...events.map((event) => event.getFirstPropertyValue("recurrence-id")?.toString()),
      ];
    };
    const filesSince = (count: number) =>
      mailsTo(yuval)
        .slice(0, mailsTo(yuval).length - count)
        .map(named)
        .toSorted(([one], [other]) => String(one).localeCompare(String(other)));
    await owner.call(update, { meetingId, start: "2030-06-03T10:00Z" });
    await react();
    expect(filesSince(1)).toEqual([
      ["CANCEL", `${day}T09:00:00`, `${later}T09:00:00`],
      ["REQUEST", `${day}T10:00:00`, `${later}T10:00:00`],
    ]);
    expect(subjectsTo(dana)).toHaveLength(2);
    // Of two changes within moments, the calendar has had the time before the first.
    await owner.call(update, { meetingId, start: "2030-06-03T11:00Z" });
    await owner.call(update, { meetingId, start: "2030-06-03T12:00Z" });
    await react();
    expect(filesSince(3)).toEqual([
      ["CANCEL", `${day}T10:00:00`, `${later}T10:00:00`],
      ["REQUEST", `${day}T12:00:00`, `${later}T12:00:00`],
    ]);
    // A new title is no new name.
    await owner.call(update, { meetingId, title: "Review" });
    await react();
    expect(filesSince(5)).toEqual([["REQUEST", `${day}T12:00:00`, `${later}T12:00:00`]]);
    // Another zone, in which the clocks show that hour at another moment, is.
    await owner.call(update, { meetingId, start: "2030-06-03T12:00", timeZone: "Asia/Jerusalem" });
    await react();
    expect(filesSince(6).map(([method]) => method)).toEqual(["CANCEL", "REQUEST"]);
    // A guest who is added to the same time meanwhile has no earlier calendar entry to cancel.
    const noa = newAddress();
    await one(meetingId, last, { guests: [{ email: noa }] });
    await owner.call(update, { meetingId, start: "2030-06-03T16:00", timeZone: "Asia/Jerusalem" });
    await react();
    expect(mailsTo(noa).map(named)).toEqual([["REQUEST", `${last}T16:00:00`]]);
  });
});
