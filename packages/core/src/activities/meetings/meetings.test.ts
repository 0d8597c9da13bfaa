import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type * as z from "zod";
import { cardProcedures } from "../../cards/index.ts";
import { errorShape } from "../../kernel/error.ts";
import { newId } from "../../kernel/id.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { usedOf } from "../../plans/index.ts";
import { undoProcedures } from "../../undo/index.ts";
import { meetingProcedures, taskProcedures } from "../index.ts";
import type { Rule } from "../recurrence/schema.ts";

const [create, update, remove, restore, range, get, trash] = [
  named(meetingProcedures, "meetings.create"),
  named(meetingProcedures, "meetings.update"),
  named(meetingProcedures, "meetings.remove"),
  named(meetingProcedures, "meetings.restore"),
  named(meetingProcedures, "meetings.range"),
  named(meetingProcedures, "meetings.get"),
  named(meetingProcedures, "meetings.trash"),
];
const undo = named(undoProcedures, "changes.undo");
const [createCard, mergeCards, typesOf] = [
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.merge"),
  named(cardProcedures, "cards.types"),
];

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
beforeEach(async () => {
  owner = await newOwner({ language: "he" }); // in Jerusalem
});
afterAll(() => backend.close());

const timeZone = "Asia/Jerusalem";
const start = "2030-06-03T09:00:00.000Z";
const june = { from: "2030-05-31T21:00:00Z", until: "2030-06-30T21:00:00Z", timeZone };
const meeting = (title: string, more: Partial<z.input<typeof create.input>> = {}) =>
  owner.call(create, { title, start, ...more });
const titles = async (input: Partial<z.input<typeof range.input>> = {}) =>
  (await owner.call(range, { ...june, ...input })).occurrences.map(({ title }) => title);
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail("was not refused"),
    (error: unknown) => errorShape(error, "r"),
  );
const cardOf = async (name: string) => {
  const [type] = await owner.call(typesOf, {});
  return owner.call(createCard, { typeId: type?.id ?? expect.fail("no type"), fields: { name } });
};

describe("a meeting", () => {
  it("needs a title and a start, and says so", async () => {
    expect((await refusal(meeting(" "))).fields).toEqual({ title: "validation.title" });
    // @ts-expect-error -- what a caller may leave out all the same
    expect((await refusal(owner.call(create, { title: "Site visit" }))).fields).toEqual({ start: "validation.start" });
    for (const wrong of ["", "tomorrow", "2030-02-30", "2030-02-30T10:00", "2030-01-01T24:00", "2030-01-01T10:60Z"])
      expect((await refusal(meeting("Site visit", { start: wrong }))).fields).toEqual({ start: "validation.start" });
    for (const beyond of ["1900-01-01", "9999-12-31T10:00Z"])
      expect((await refusal(meeting("Site visit", { start: beyond }))).fields).toEqual({ start: "validation.range" });
  });

  it("lasts an hour, is the caller's and keeps its hour in the organization's zone, unless said otherwise", async () => {
    expect(await meeting("Site visit")).toMatchObject({
      start,
      minutes: 60,
      days: null,
      timeZone,
      participants: [owner.userId],
      createdBy: owner.userId,
      sequence: 0,
      notify: { invite: true, changes: true, remind: false },
    });
    expect(await meeting("Fair", { start: "2030-06-03", days: 3, minutes: 30 })).toMatchObject({
      start: "2030-06-03",
      minutes: null,
      days: 3,
    });
  });

  it("begins when the clocks of its zone say, and not in an hour that they skip", async () => {
    expect(await meeting("Site visit", { start: "2030-06-03T12:00" })).toMatchObject({ start });
    expect(await meeting("Site visit", { start: "2030-06-03T11:00", timeZone: "Europe/Budapest" })).toMatchObject({ start });
    const skipped = { start: "2026-03-27T02:30" };
    expect((await refusal(meeting("Site visit", skipped))).fields).toEqual({ start: "validation.skippedTime" });
    expect(await meeting("Site visit", { ...skipped, timeZone: "UTC" })).toMatchObject({ start: "2026-03-27T02:30:00.000Z" });
  });

  it("stays as it is when it is given the start and length that it has, as its zone writes them", async () => {
    const made = await owner.call(create, { title: "Kickoff", start: "2030-06-03T12:00" });
    const same = await owner.call(update, { meetingId: made.id, start: "2030-06-03T12:00", minutes: null });
    expect(same).toMatchObject({ start: made.start, minutes: 60, version: made.version, recordId: null });
  });

  it("does not end before it begins", async () => {
    for (const wrong of [{ minutes: 0 }, { minutes: -30 }])
      expect((await refusal(meeting("Site visit", wrong))).fields).toEqual({ minutes: "validation.endBeforeStart" });
    expect((await refusal(meeting("Fair", { start: "2030-06-03", days: 0 }))).fields).toEqual({
      days: "validation.endBeforeStart",
    });
  });

  it("is made once when the call is repeated", async () => {
    const meetingId = newId("act", Date.now());
    const [first, second] = [await meeting("Site visit", { meetingId }), await meeting("Site visit", { meetingId })];
    expect([first.id, second.id, second.recordId]).toEqual([meetingId, meetingId, null]);
    const member = await newMember(owner, { systemRole: "ADMIN" });
    expect((await refusal(member.call(create, { title: "Other", start, meetingId }))).code).toBe("CONFLICT");
  });

  it("is not taken for one that was created under its id at another time, with another title or other guests", async () => {
    const meetingId = newId("act", Date.now());
    const repeat: Rule = { frequency: "week", every: 1, weekdays: ["MO"], weekStart: "SU", ends: { type: "never" } };
    const more = { meetingId, guests: [{ email: "dana@customer.example" }], repeat, timeZone };
    const { guests } = await meeting("Site visit", more);
    const meetingBefore = { code: "CONFLICT", messageKey: "errors.meetingBefore" };
    for (const change of [
      { title: "Site visit, with the crane" },
      { start: "2030-06-03T10:00:00.000Z" },
      { minutes: 30 },
      { guests: [] },
      { repeat: null },
      { location: "Haifa" },
    ])
      expect(await refusal(meeting("Site visit", { ...more, ...change }))).toMatchObject(meetingBefore);
    const guestId = guests[0]?.id ?? "";
    await owner.call(named(meetingProcedures, "meetings.answer"), { meetingId, guestId, rsvp: "ACCEPTED" });
    expect(await meeting("Site visit", more)).toMatchObject({ id: meetingId, recordId: null });
    expect((await meeting("Site visit", { ...more, meetingId: newId("act"), minutes: 30 })).minutes).toBe(30);
  });

  it("is counted by the plan, trashed, restored and undone", async () => {
    const { id: meetingId, recordId } = await meeting("Site visit");
    expect(await usedOf(owner.orgId, "activities")).toBe(1);
    const removed = await owner.call(remove, { meetingId });
    expect(removed).toMatchObject({ sequence: 1, version: 2 });
    expect([await titles(), await usedOf(owner.orgId, "activities")]).toEqual([[], 0]);
    expect((await owner.call(trash, {})).rows.map(({ id }) => id)).toEqual([meetingId]);
    expect(await owner.call(restore, { meetingId })).toMatchObject({ sequence: 2, trashedAt: null });
    expect((await owner.call(get, { meetingId })).sequence).toBe(2);
    await owner.call(remove, { meetingId });
    await owner.call(undo, { recordId: removed.recordId ?? "" }).catch(() => undefined);
    await owner.call(restore, { meetingId });
    expect((await owner.call(trash, {})).total).toBe(0);
    await owner.call(undo, { recordId: recordId ?? "" });
    expect(await titles()).toEqual([]);
  });

  it("is not a task, nor is a task one", async () => {
    const { id: taskId } = await owner.call(named(taskProcedures, "tasks.create"), { title: "Call", due: "2030-06-03" });
    const { id: meetingId } = await meeting("Site visit");
    expect((await refusal(owner.call(get, { meetingId: taskId }))).code).toBe("NOT_FOUND");
    expect((await refusal(owner.call(update, { meetingId: taskId, title: "X" }))).code).toBe("NOT_FOUND");
    expect((await refusal(owner.call(named(taskProcedures, "tasks.get"), { taskId: meetingId }))).code).toBe("NOT_FOUND");
    const { outcomes } = await owner.call(named(taskProcedures, "tasks.updateMany"), {
      changes: [{ taskId: meetingId, done: true }],
    });
    expect(outcomes[0]?.error?.code).toBe("NOT_FOUND");
  });
});

describe("the calendar", () => {
  it("has what reaches into the window, by when it begins", async () => {
    await meeting("Before", { start: "2030-05-31T20:00Z", minutes: 60 });
    await meeting("Reaches in", { start: "2030-05-31T20:30Z", minutes: 31 });
    await meeting("After", { start: "2030-06-30T21:00Z" });
    await meeting("Just", { start: "2030-06-30T20:59Z" });
    await meeting("Last of May", { start: "2030-05-31" });
    await meeting("First of June", { start: "2030-06-01" });
    await meeting("Long", { start: "2030-01-01", days: 160 });
    await meeting("First of July", { start: "2030-07-01" });
    expect(await titles()).toEqual(["Long", "Reaches in", "First of June", "Just"]);
    expect((await refusal(owner.call(range, { ...june, until: june.from }))).fields).toEqual({ until: "validation.window" });
    expect((await refusal(owner.call(range, { ...june, until: "2033-01-01T00:00:00Z" }))).fields).toEqual({
      until: "validation.window",
    });
  });

  it("belongs to its participants, or to its creator if it has none", async () => {
    const member = await newMember(owner, { systemRole: "ADMIN" });
    await meeting("Mine");
    await meeting("Theirs", { participants: [member.userId] });
    await meeting("Of nobody", { participants: [] });
    expect(await titles({ userIds: [member.userId] })).toEqual(["Theirs"]);
    expect((await titles({ userIds: [owner.userId] })).toSorted()).toEqual(["Mine", "Of nobody"]);
    expect(await titles({ userIds: [] })).toEqual([]);
  });

  it("of a card has meetings about it or with it as a guest, and follows a merge", async () => {
    const [one, other] = [await cardOf("Dana"), await cardOf("Dana L.")];
    await meeting("About", { cardId: other.id });
    await meeting("Guest", { guests: [{ cardId: other.id }] });
    await meeting("Neither");
    expect((await titles({ cardId: other.id })).toSorted()).toEqual(["About", "Guest"]);
    await owner.call(mergeCards, { survivorId: one.id, otherIds: [other.id] });
    expect((await titles({ cardId: one.id })).toSorted()).toEqual(["About", "Guest"]);
    const { cards } = await owner.call(range, june);
    expect(cards[other.id]?.name).toBe("Dana");
  });

  it("follows its guest through one merge after another, and back", async () => {
    const [first, second, third] = [await cardOf("First"), await cardOf("Second"), await cardOf("Third")];
    await meeting("Guest", { guests: [{ cardId: first.id }] });
    const nameOfGuest = async () => (await owner.call(range, june)).cards[first.id]?.name;
    await owner.call(mergeCards, { survivorId: second.id, otherIds: [first.id] });
    const { recordId } = await owner.call(mergeCards, { survivorId: third.id, otherIds: [second.id] });
    expect([await titles({ cardId: third.id }), await nameOfGuest()]).toEqual([["Guest"], "Third"]);
    await owner.call(undo, { recordId: recordId ?? expect.fail("no record") });
    expect([await titles({ cardId: second.id }), await titles({ cardId: third.id }), await nameOfGuest()]).toEqual([
      ["Guest"],
      [],
      "Second",
    ]);
  });
});

describe("guests", () => {
  it("are cards or addresses, each once", async () => {
    const card = await cardOf("Dana");
    const { guests } = await meeting("Site visit", { guests: [{ cardId: card.id }, { email: " Guest@Example.com " }] });
    expect(guests).toMatchObject([
      { cardId: card.id, email: null, rsvp: "PENDING" },
      { cardId: null, email: "guest@example.com", rsvp: "PENDING" },
    ]);
    expect(new Set(guests.map(({ id }) => id)).size).toBe(2);
    const wrong: readonly (readonly [z.input<typeof create.input>["guests"], object])[] = [
      [[{ email: "nobody" }], { "guests.0.email": "validation.email" }],
      [[{ name: "Dana" }], { "guests.0.email": "validation.guest" }],
      [[{ email: "a@x.example" }, { email: "A@X.example" }], { guests: "validation.guestTwice" }],
      [[{ cardId: card.id }, { cardId: card.id }], { guests: "validation.guestTwice" }],
      [[{ cardId: newId("crd", 1) }], { "guests.0.cardId": "validation.relatedCard" }],
    ];
    for (const [guestsGiven, fields] of wrong)
      expect((await refusal(meeting("Site visit", { guests: guestsGiven }))).fields).toEqual(fields);
    expect((await refusal(meeting("Site visit", { participants: [newId("usr", 1)] }))).fields).toEqual({
      "participants.0": "validation.person",
    });
  });

  it("keep their id while the list changes", async () => {
    const { id: meetingId, guests } = await meeting("Site visit", {
      guests: [{ email: "a@x.example" }, { email: "b@x.example" }],
    });
    const changed = await owner.call(update, { meetingId, guests: [{ email: "c@x.example" }, { email: "b@x.example" }] });
    expect(changed.guests[1]?.id).toBe(guests[1]?.id);
    const [, b] = changed.guests;
    const renamed = await owner.call(update, { meetingId, guests: [{ id: b?.id, email: "b@x.example", name: "Béla" }] });
    expect(renamed.guests).toMatchObject([{ id: b?.id, name: "Béla" }]);
  });
});

describe("the sequence", () => {
  it("goes up when an earlier invitation is wrong, and stays when only words change", async () => {
    const { id: meetingId } = await meeting("Site visit");
    const after = async (change: object) => (await owner.call(update, { meetingId, ...change })).sequence;
    expect(await after({ title: "Visit", description: "Bring the drawings", reminder: 15 })).toBe(0);
    expect(await after({ minutes: 30 })).toBe(1);
    expect(await after({ minutes: 30 })).toBe(1);
    expect(await after({ start: "2030-06-04T09:00Z" })).toBe(2);
    expect(await after({ location: "Haifa" })).toBe(3);
    expect(await after({ timeZone: "Europe/Budapest" })).toBe(4);
  });

  it("goes up with an undo too", async () => {
    const { id: meetingId } = await meeting("Site visit");
    const { recordId } = await owner.call(update, { meetingId, minutes: 30 });
    await owner.call(undo, { recordId: recordId ?? "" });
    expect(await owner.call(get, { meetingId })).toMatchObject({ minutes: 60, sequence: 2 });
  });

  it("does not come between writers of different values", async () => {
    const { id: meetingId, version } = await meeting("Site visit");
    await owner.call(update, { meetingId, minutes: 30, expectedVersion: version });
    expect(await owner.call(update, { meetingId, location: "Haifa", expectedVersion: version })).toMatchObject({ sequence: 2 });
    const clash = await refusal(owner.call(update, { meetingId, minutes: 45, expectedVersion: version }));
    expect(clash).toMatchObject({ code: "CONFLICT", fields: { minutes: "validation.changedMeanwhile" } });
  });
});

describe("a guest who is invited as a card and by its address", () => {
  const address = "dana@galil.example";
  async function cardWith(email: string) {
    const types = await owner.call(typesOf, {});
    const type = types.find(({ fields }) => fields.some((field) => field.type === "email")) ?? expect.fail("no type");
    const field = type.fields.find((one) => one.type === "email")?.id ?? "";
    return owner.call(createCard, { typeId: type.id, fields: { name: "Dana", [field]: email } });
  }

  it("is one guest, in whatever order they come", async () => {
    const { id: cardId } = await cardWith(address);
    for (const guests of [
      [{ cardId }, { email: address.toUpperCase(), name: "Dana Levi" }],
      [{ email: address }, { cardId }],
    ])
      expect((await meeting("Site visit", { guests })).guests).toMatchObject([{ cardId, email: null }]);
    const both = [{ cardId }, { email: "omer@galil.example" }];
    expect((await meeting("Site visit", { guests: both })).guests).toHaveLength(2);
  });

  it("keeps the reply and the link that they had by the address", async () => {
    const { id: meetingId, guests } = await meeting("Site visit", { guests: [{ email: address }] });
    const guestId = guests[0]?.id ?? "";
    await owner.call(named(meetingProcedures, "meetings.answer"), { meetingId, guestId, rsvp: "ACCEPTED" });
    const { id: cardId } = await cardWith(address);
    const invited = [{ id: guestId, email: address }, { cardId }];
    expect((await owner.call(update, { meetingId, guests: invited })).guests).toMatchObject([
      { id: guestId, cardId, rsvp: "ACCEPTED" },
    ]);
  });

  it("stays two for a member who does not see the card: nobody learns its address by trying", async () => {
    const { id: cardId } = await cardWith(address);
    const grants = { "MEETINGS.read": "ORGANIZATION", "MEETINGS.update": "ORGANIZATION" } as const;
    const { id: roleId } = await owner.call(named(organizationProcedures, "roles.create"), { name: "Meets", grants });
    const member = await newMember(owner, { roleId });
    const { id: meetingId, guests } = await meeting("Site visit", { guests: [{ cardId }] });
    const invited = [{ id: guests[0]?.id ?? "", cardId }, { email: address }];
    expect((await member.call(update, { meetingId, guests: invited })).guests).toHaveLength(2);
  });
});
