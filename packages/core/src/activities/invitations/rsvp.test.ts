import { underFaults } from "@kartis/tests/support/faults.ts";
import { named, newOwner, Visitor } from "@kartis/tests/support/people.ts";
import ICAL from "ical.js";
import type * as z from "zod";
import { latestRecords } from "../../data/journal-entity.ts";
import { findUser } from "../../users/index.ts";
import { meetingProcedures } from "../index.ts";
import { tokenOf } from "./token.ts";
import { describe, expect, it } from "vitest";
import { owner, refusal, setUpMeetings } from "../meetings/weekly.fixture.ts";
import { mailsTo, newAddress, react, tokenIn } from "./mails.fixture.ts";
import { rsvpProcedures } from "./rsvp.ts";

const [create, update, remove, restore, get] = [
  named(meetingProcedures, "meetings.create"),
  named(meetingProcedures, "meetings.update"),
  named(meetingProcedures, "meetings.remove"),
  named(meetingProcedures, "meetings.restore"),
  named(meetingProcedures, "meetings.get"),
];
const [find, answer, calendar] = [
  named(rsvpProcedures, "rsvp.find"),
  named(rsvpProcedures, "rsvp.answer"),
  named(rsvpProcedures, "rsvp.calendar"),
];

setUpMeetings({ language: "he" }); // in Jerusalem

const start = "2030-06-03T09:00:00.000Z";
const meeting = (more: Partial<z.input<typeof create.input>> = {}) =>
  owner.call(create, { title: "Pilot review", start, location: "Room 1", ...more });
let visitors = 0;
/** A guest's browser, from an address of its own. */
function guest(): Visitor {
  const visitor = new Visitor();
  visitor.address = `10.9.${visitors >> 8}.${visitors++ & 255}`;
  return visitor;
}

/** A meeting with two guests, and the first one's token. */
async function invited(more: Partial<z.input<typeof create.input>> = {}) {
  const guests = [
    { id: "gst_eszter", email: newAddress(), name: "Eszter Nagy" },
    { id: "gst_gabor", email: newAddress() },
  ];
  const { id: meetingId } = await meeting({ guests, ...more });
  const token = tokenOf({ orgId: owner.orgId, meetingId, guestId: "gst_eszter" });
  return { meetingId, token, guests };
}

describe("a guest's link", () => {
  it("is the one in their mail, and stays the same", async () => {
    const { meetingId, token, guests } = await invited();
    await react();
    await owner.call(update, { meetingId, title: "Other" });
    await react();
    const mails = mailsTo(guests[0]?.email ?? "");
    expect(mails.map(({ text }) => tokenIn(text))).toEqual([token, token]);
  });

  it("shows the meeting with names and replies, and nobody's address but their own", async () => {
    const { token, guests } = await invited({ description: "Bring the key" });
    const shown = await guest().call(find, { token });
    expect(shown).toMatchObject({
      state: "open",
      title: "Pilot review",
      description: "Bring the key",
      start,
      timeZone: "Asia/Jerusalem",
      guestName: "Eszter Nagy",
      reply: "PENDING",
      language: "he",
      people: [
        { role: "organizer", isYou: false, rsvp: null },
        { name: "Eszter Nagy", role: "guest", isYou: true, rsvp: "PENDING" },
        { name: null, role: "guest", isYou: false },
      ],
    });
    expect(JSON.stringify(shown)).not.toContain(guests[1]?.email);
    expect(JSON.stringify(shown)).not.toContain((await findUser(owner.userId))?.email);
  });

  it("takes a reply, another one and none again, each in the journal as the guest's", async () => {
    const { meetingId, token } = await invited();
    expect(await guest().call(answer, { token, rsvp: "TENTATIVE", message: "If the train comes" })).toMatchObject({
      reply: "TENTATIVE",
      message: "If the train comes",
    });
    expect(await guest().call(answer, { token, rsvp: "ACCEPTED" })).toMatchObject({ reply: "ACCEPTED" });
    const [record] = await latestRecords(owner.orgId, 1, null);
    expect(record).toMatchObject({ actor: { kind: "guest", id: "gst_eszter" }, changes: [{ action: "meeting.rsvp" }] });
    // Again the same: there is nothing to record.
    await guest().call(answer, { token, rsvp: "ACCEPTED" });
    expect((await latestRecords(owner.orgId, 1, null))[0]?.id).toBe(record?.id);
    const stored = await owner.call(get, { meetingId });
    expect(stored.guests.map(({ rsvp }) => rsvp)).toEqual(["ACCEPTED", "PENDING"]);
    expect(stored.answers).toMatchObject([{ guestId: "gst_eszter", message: "If the train comes" }]);
    expect(await guest().call(answer, { token, rsvp: "PENDING" })).toMatchObject({ reply: "PENDING" });
  });

  it("says which reply a member has recorded for them, until they give their own", async () => {
    const { meetingId, token } = await invited();
    const reply = { meetingId, guestId: "gst_eszter", rsvp: "ACCEPTED" as const };
    await owner.call(named(meetingProcedures, "meetings.answer"), reply);
    expect(await guest().call(find, { token })).toMatchObject({ reply: "ACCEPTED", isRecorded: true });
    expect(await guest().call(answer, { token, rsvp: "ACCEPTED" })).toMatchObject({ reply: "ACCEPTED", isRecorded: false });
  });

  it("gives a series' rule with its first time, as a calendar needs them, also when that is over", async () => {
    const repeat = { frequency: "week", every: 2, ends: { type: "after", times: 600 } } as const;
    const { token } = await invited({ start: "2020-06-01T09:00:00.000Z", minutes: 45, repeat: { ...repeat, weekdays: ["MO"] } });
    const { series, start: next } = await guest().call(find, { token });
    expect(series).toEqual({
      start: "2020-06-01T09:00:00.000Z",
      end: "2020-06-01T09:45:00.000Z",
      rrule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;COUNT=600",
    });
    expect(next > "2020-06-02").toBe(true);
    expect(await guest().call(find, { token: (await invited()).token })).toMatchObject({ series: null });
  });

  it("describes the time that comes, where that has a description of its own", async () => {
    const repeat = { frequency: "week", every: 1, weekdays: ["MO"], ends: { type: "after", times: 3 } } as const;
    const { token, meetingId } = await invited({ description: "Every week", repeat: { ...repeat, weekdays: ["MO"] } });
    await owner.call(update, { meetingId, scope: "one", day: "2030-06-10", description: "Bring the plans" });
    expect(await guest().call(find, { token })).toMatchObject({ day: "2030-06-03", description: "Every week" });
    await owner.call(update, { meetingId, scope: "one", day: "2030-06-03", description: null });
    expect(await guest().call(find, { token })).toMatchObject({ description: null });
    await owner.call(remove, { meetingId, scope: "one", day: "2030-06-03" });
    expect(await guest().call(find, { token })).toMatchObject({ day: "2030-06-10", description: "Bring the plans" });
  });

  it("takes a reply for one time of a series, or for all", async () => {
    const rule = { frequency: "week", every: 2, weekdays: ["MO"], weekStart: "SU", ends: { type: "after", times: 6 } } as const;
    const { token } = await invited({ repeat: { ...rule, weekdays: ["MO"] } });
    expect(await guest().call(find, { token })).toMatchObject({ day: "2030-06-03", times: 6 });
    await guest().call(answer, { token, rsvp: "ACCEPTED" });
    expect(await guest().call(answer, { token, rsvp: "DECLINED", day: "2030-06-03" })).toMatchObject({
      reply: "DECLINED",
      replyToAll: "ACCEPTED",
    });
    // A reply to all is one to each.
    expect(await guest().call(answer, { token, rsvp: "TENTATIVE" })).toMatchObject({
      reply: "TENTATIVE",
      replyToAll: "TENTATIVE",
    });
    expect((await refusal(guest().call(answer, { token, rsvp: "ACCEPTED", day: "2030-06-04" }))).code).toBe("NOT_FOUND");
  });

  it("shows what is over or canceled, and takes no reply to it", async () => {
    const { token, meetingId } = await invited();
    await owner.call(remove, { meetingId });
    expect(await guest().call(find, { token })).toMatchObject({ state: "canceled" });
    const refused = await refusal(guest().call(answer, { token, rsvp: "ACCEPTED" }));
    expect([refused.code, refused.messageKey]).toEqual(["PRECONDITION_FAILED", "errors.meetingCanceled"]);
    await owner.call(restore, { meetingId });
    expect(await guest().call(find, { token })).toMatchObject({ state: "open" });
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    await owner.call(update, { meetingId, start: yesterday });
    expect(await guest().call(find, { token })).toMatchObject({ state: "over" });
    expect((await refusal(guest().call(answer, { token, rsvp: "ACCEPTED" }))).messageKey).toBe("errors.meetingOver");
    await owner.call(update, { meetingId, start: "2020-01-01T10:00Z" });
    expect((await refusal(guest().call(find, { token }))).code).toBe("NOT_FOUND");
  });

  it("gives the calendar file", async () => {
    const { token } = await invited();
    const { content } = await guest().call(calendar, { token });
    const event = new ICAL.Component(ICAL.parse(content)).getFirstSubcomponent("vevent");
    expect(event?.getFirstPropertyValue("summary")).toBe("Pilot review");
    expect(event?.getAllProperties("attendee")).toEqual([]);
  });

  it("opens nothing but this guest's part in this meeting of this organization", async () => {
    const { meetingId, token } = await invited();
    const other = await invited();
    const stranger = await newOwner();
    const { orgId } = owner;
    const signature = token.slice(52, 84);
    const from = (org: string, meetingOf: string, guestId: string) =>
      `${org.slice(4)}${meetingOf.slice(4)}${signature}${guestId}`;
    expect(from(orgId, meetingId, "gst_eszter")).toBe(token);
    const hostile = [
      "",
      "x",
      token.slice(0, -1),
      `${token}a`,
      token.toLowerCase(),
      from(orgId, meetingId, "gst_gabor"),
      from(orgId, other.meetingId, "gst_eszter"),
      from(stranger.orgId, meetingId, "gst_eszter"),
      `${token.slice(0, 52)}${"A".repeat(32)}${token.slice(84)}`,
      `${token.slice(0, 52)}${"\u0000".repeat(32)}gst_eszter`,
      `${token.slice(0, 52)}${"ש".repeat(32)}gst_eszter`,
      "../../../../etc/passwd".padEnd(110, "A"),
      `${"org_".repeat(30)}`,
    ];
    for (const token of hostile) {
      const calls = [
        guest().call(find, { token }),
        guest().call(calendar, { token }),
        guest().call(answer, { token, rsvp: "DECLINED" }),
      ];
      const codes = (await Promise.all(calls.map(refusal))).map(({ code }) => code);
      expect([token, ...codes]).toEqual([token, "NOT_FOUND", "NOT_FOUND", "NOT_FOUND"]);
    }
    expect((await refusal(guest().call(find, { token: "A".repeat(100_000) }))).code).toBe("INVALID_INPUT");
    expect((await owner.call(get, { meetingId })).answers).toEqual([]);
    // A link that was right ends when its guest is taken off.
    await owner.call(update, { meetingId, guests: [] });
    expect((await refusal(guest().call(find, { token }))).code).toBe("NOT_FOUND");
  });

  // A count whose answer was lost counts twice.
  it.skipIf(underFaults)("is limited by the caller's address", async () => {
    const { token } = await invited();
    const visitor = guest();
    for (let call = 0; call < 300; call++) await visitor.call(find, { token });
    expect((await refusal(visitor.call(find, { token }))).code).toBe("TOO_MANY_REQUESTS");
    expect(await guest().call(find, { token })).toMatchObject({ state: "open" });
  });
});
