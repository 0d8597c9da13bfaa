import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type * as z from "zod";
import { cardProcedures } from "../../cards/index.ts";
import { errorShape } from "../../kernel/error.ts";
import type { ActivityId, CardId } from "../../kernel/id.ts";
import { timelineProcedures } from "../../timeline/index.ts";
import { undoProcedures } from "../../undo/index.ts";
import { activityProcedures, meetingProcedures } from "../index.ts";

const [create, update, remove, restore, reset, range, get, answer] = [
  named(meetingProcedures, "meetings.create"),
  named(meetingProcedures, "meetings.update"),
  named(meetingProcedures, "meetings.remove"),
  named(meetingProcedures, "meetings.restore"),
  named(meetingProcedures, "meetings.reset"),
  named(meetingProcedures, "meetings.range"),
  named(meetingProcedures, "meetings.get"),
  named(meetingProcedures, "meetings.answer"),
];
const undo = named(undoProcedures, "changes.undo");
const [newCard, cardTypes, merge] = [
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.types"),
  named(cardProcedures, "cards.merge"),
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
const repeat = { frequency: "week", every: 1, weekdays: ["MO"], weekStart: "SU", ends: { type: "never" } } as const;
const [first, day, later] = ["2030-06-03", "2030-06-10", "2030-06-17"] as const;
/** Every Monday at 12:00 from 3 June 2030, with Dana and Omer. */
const series = (more: Partial<z.input<typeof create.input>> = {}) =>
  owner.call(create, {
    title: "Stand-up",
    start: "2030-06-03T12:00",
    repeat: { ...repeat, weekdays: [...repeat.weekdays] },
    guests: [{ email: "dana@x.example" }, { email: "omer@x.example" }],
    ...more,
  });
const june = { from: "2030-05-31T21:00:00Z", until: "2030-06-30T21:00:00Z", timeZone };
const namesAt = async (meetingId: ActivityId, on: string) => {
  const { occurrence } = await owner.call(get, { meetingId, day: on });
  return (occurrence?.guests ?? []).map(({ email, cardId, rsvp }) => `${email?.split("@")[0] ?? cardId} ${rsvp}`);
};
const guestsAt = async (meetingId: ActivityId, on: string) =>
  (await owner.call(get, { meetingId, day: on })).occurrence?.guests ?? expect.fail("no time");
/** Changes the guests of a time as the form does: with all of them. */
async function change(
  meetingId: ActivityId,
  on: string,
  {
    add = [],
    drop = [],
    scope = "one" as const,
  }: { add?: { email?: string; cardId?: CardId }[]; drop?: string[]; scope?: "one" | "all" | "following" },
) {
  const there = (await guestsAt(meetingId, on)).map(({ rsvp: _, ...guest }) => guest);
  const guests = [...there.filter(({ email }) => !drop.includes(email?.split("@")[0] ?? "")), ...add];
  return owner.call(update, { meetingId, scope, day: on, guests });
}
const yuval = { email: "yuval@x.example" };
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail("was not refused"),
    (error: unknown) => errorShape(error, "r"),
  );
const ofSeries = ["dana PENDING", "omer PENDING"];

describe("a guest of one time of a series", () => {
  it("is added to it, and another taken off it, alone; and an undo takes both back with the replies left", async () => {
    const { id } = await series();
    const { guests } = await owner.call(get, { meetingId: id });
    await owner.call(answer, { meetingId: id, guestId: guests[1]?.id ?? "", rsvp: "ACCEPTED" });
    const { recordId, sequence } = await change(id, day, { add: [yuval], drop: ["dana"] });
    expect(sequence).toBe(0);
    expect(await namesAt(id, day)).toEqual(["omer ACCEPTED", "yuval PENDING"]);
    expect(await namesAt(id, first)).toEqual(["dana PENDING", "omer ACCEPTED"]);
    const { occurrences } = await owner.call(range, june);
    expect(occurrences.map((one) => one.guests.length)).toEqual([2, 2, 2, 2]);
    expect(occurrences.map(({ isChanged }) => isChanged)).toEqual([false, true, false, false]);
    const [, added] = await guestsAt(id, day);
    await owner.call(answer, { meetingId: id, guestId: added?.id ?? "", rsvp: "TENTATIVE", day });
    expect(await namesAt(id, day)).toEqual(["omer ACCEPTED", "yuval TENTATIVE"]);
    await owner.call(undo, { recordId: recordId ?? expect.fail("no record") });
    expect(await namesAt(id, day)).toEqual(["dana PENDING", "omer ACCEPTED"]);
  });

  it("replies to that time alone, and nobody who is taken off it can", async () => {
    const { id } = await series();
    await change(id, day, { add: [yuval], drop: ["dana"] });
    const [, added] = await guestsAt(id, day);
    const [dana] = (await owner.call(get, { meetingId: id })).guests;
    const reply = (guestId: string | undefined, on: string | undefined) =>
      owner.call(answer, { meetingId: id, guestId: guestId ?? "", rsvp: "DECLINED", ...(on ? { day: on } : {}) });
    for (const [guestId, on] of [
      [added?.id, undefined],
      [added?.id, later],
      [dana?.id, day],
    ] as const)
      expect((await refusal(reply(guestId, on))).code).toBe("NOT_FOUND");
    await reply(dana?.id, undefined);
    await reply(added?.id, day);
    expect(await namesAt(id, day)).toEqual(["omer PENDING", "yuval DECLINED"]);
    // With the change that takes them off it, their reply goes.
    await change(id, day, { drop: ["yuval"] });
    expect((await owner.call(get, { meetingId: id })).answers.map(({ guestId }) => guestId)).toEqual([dana?.id]);
    // Who is there as in the series again differs in nothing.
    await change(id, day, { add: [{ email: "dana@x.example" }] });
    const { exceptions } = await owner.call(get, { meetingId: id });
    expect(exceptions).toEqual([]);
    expect(await namesAt(id, day)).toEqual(["omer PENDING", "dana DECLINED"].toReversed());
  });

  it("is the same person at several times, with one id, and stays so in the series", async () => {
    const { id } = await series();
    await change(id, day, { add: [yuval] });
    await change(id, later, { add: [yuval] });
    const [at, then] = [await guestsAt(id, day), await guestsAt(id, later)];
    expect(at[2]?.id).toBe(then[2]?.id);
    await owner.call(answer, { meetingId: id, guestId: at[2]?.id ?? "", rsvp: "ACCEPTED", day });
    await change(id, first, { add: [yuval], scope: "all" });
    const { guests, exceptions } = await owner.call(get, { meetingId: id });
    expect(guests[2]?.id).toBe(at[2]?.id);
    expect(exceptions).toEqual([]);
    expect(await namesAt(id, day)).toEqual([...ofSeries, "yuval ACCEPTED"]);
    expect(await namesAt(id, later)).toEqual([...ofSeries, "yuval PENDING"]);
  });

  it("stays when the guests of the series change, whose new guests are at that time too", async () => {
    const { id } = await series();
    await change(id, day, { add: [yuval], drop: ["dana"] });
    await change(id, first, { add: [{ email: "noa@x.example" }], scope: "all" });
    expect(await namesAt(id, day)).toEqual(["omer PENDING", "noa PENDING", "yuval PENDING"]);
    await change(id, first, { drop: ["omer", "dana"], scope: "all" });
    expect(await namesAt(id, day)).toEqual(["noa PENDING", "yuval PENDING"]);
    const { exceptions } = await owner.call(get, { meetingId: id });
    expect(exceptions).toMatchObject([{ guests: { added: [yuval], removed: [] } }]);
  });

  it("and what is changed of all on that time: only who is added or taken off there is so in the series", async () => {
    const { id } = await series();
    await change(id, day, { add: [yuval], drop: ["dana"] });
    await change(id, day, { add: [{ email: "noa@x.example" }], drop: ["omer"], scope: "all" });
    expect(await namesAt(id, first)).toEqual(["dana PENDING", "noa PENDING"]);
    expect(await namesAt(id, day)).toEqual(["noa PENDING", "yuval PENDING"]);
    await change(id, day, { add: [{ email: "dana@x.example" }], drop: ["yuval"], scope: "all" });
    expect(await namesAt(id, day)).toEqual(["dana PENDING", "noa PENDING"]);
    expect((await owner.call(get, { meetingId: id })).exceptions).toEqual([]);
  });

  it("goes with their time when the series is divided, moves with it, and goes when it is as the series again", async () => {
    const { id } = await series();
    await change(id, day, { add: [yuval] });
    await change(id, later, { add: [yuval], drop: ["dana"] });
    const following = await owner.call(update, { meetingId: id, scope: "following", day: later, title: "Review" });
    expect(await namesAt(following.id, later)).toEqual(["omer PENDING", "yuval PENDING"]);
    expect(await namesAt(id, day)).toEqual([...ofSeries, "yuval PENDING"]);
    expect((await owner.call(get, { meetingId: id })).exceptions).toHaveLength(1);
    await owner.call(update, { meetingId: id, day, start: "2030-06-11T12:00" });
    expect(await namesAt(id, "2030-06-11")).toEqual([...ofSeries, "yuval PENDING"]);
    await owner.call(reset, { meetingId: id, day: "2030-06-11" });
    expect(await namesAt(id, "2030-06-11")).toEqual(ofSeries);
    await owner.call(remove, { meetingId: following.id, scope: "one", day: later });
    await owner.call(restore, { meetingId: following.id, day: later });
    expect(await namesAt(following.id, later)).toEqual(ofSeries);
  });

  it("is added beside other changes of that time, and does not take replies back", async () => {
    const { id } = await series();
    const [dana] = (await owner.call(get, { meetingId: id })).guests;
    await owner.call(answer, { meetingId: id, guestId: dana?.id ?? "", rsvp: "ACCEPTED", day });
    await owner.call(update, { meetingId: id, scope: "one", day, title: "Review" });
    await change(id, day, { add: [yuval] });
    const { occurrence } = await owner.call(get, { meetingId: id, day });
    expect(occurrence).toMatchObject({ title: "Review", guests: [{ rsvp: "ACCEPTED" }, {}, yuval] });
    const { sequence } = await owner.call(update, { meetingId: id, scope: "one", day, start: "2030-06-10T15:00" });
    expect(sequence).toBe(2);
    expect(await namesAt(id, day)).toEqual([...ofSeries, "yuval PENDING"]);
  });

  it("with another address at one of their times is somebody else there", async () => {
    const { id } = await series();
    await change(id, day, { add: [yuval] });
    await change(id, later, { add: [yuval] });
    const there = await guestsAt(id, later);
    const own = there.at(-1) ?? expect.fail("no guest");
    const guests = there.map(({ id: guestId, email }) => ({
      id: guestId,
      email: guestId === own.id ? "other@x.example" : email,
    }));
    await owner.call(update, { meetingId: id, scope: "one", day: later, guests });
    const ids = [(await guestsAt(id, day)).at(-1)?.id, (await guestsAt(id, later)).at(-1)?.id];
    expect(ids[0]).toBe(own.id);
    expect(ids[1]).not.toBe(own.id);
  });

  it("is somebody else than whoever had that address before it was corrected", async () => {
    const { id, guests } = await series();
    const corrected = guests.map((guest) => ({
      id: guest.id,
      email: guest.email === "dana@x.example" ? "dana.levi@x.example" : guest.email,
    }));
    await owner.call(update, { meetingId: id, guests: corrected });
    await change(id, day, { add: [{ email: "dana@x.example" }] });
    const { guests: all } = await owner.call(update, { meetingId: id, guests: [...corrected, { email: "dana@x.example" }] });
    expect(new Set(all.map((guest) => guest.id)).size).toBe(3);
    expect(await guestsAt(id, day)).toHaveLength(3);
  });

  it("is in conflict with who has invited others to the series since, whom the change would take off that time", async () => {
    const { id, version } = await series();
    const guests = [{ email: "dana@x.example" }, yuval];
    await owner.call(update, { meetingId: id, title: "Review" });
    const one = { meetingId: id, scope: "one", day, expectedVersion: version } as const;
    await owner.call(update, { ...one, guests });
    await change(id, first, { add: [{ email: "noa@x.example" }], scope: "all" });
    expect(await refusal(owner.call(update, { ...one, day: later, guests }))).toMatchObject({
      code: "CONFLICT",
      fields: { guests: "validation.changedMeanwhile" },
    });
    await owner.call(update, { ...one, day: later, location: "Room 7" });
  });

  it("is refused with another address or name of a guest of the series, and beyond what a series keeps", async () => {
    const { id } = await series();
    const [dana] = await guestsAt(id, day);
    const guests = [{ id: dana?.id ?? "", email: "other@x.example" }];
    expect((await refusal(owner.call(update, { meetingId: id, scope: "one", day, guests }))).fields).toEqual({
      "guests.0.email": "validation.wholeSeries",
    });
    const many = (on: string, count: number) =>
      change(id, on, { add: Array.from({ length: count }, (_, at) => ({ email: `many${at}.${on}@x.example` })) });
    for (const on of [first, day, later]) await many(on, 98);
    expect((await refusal(many("2030-06-24", 7))).fields).toEqual({ guests: "validation.arraySize" });
    await many("2030-06-24", 6);
  });
});

describe("a card that is a guest of one time", () => {
  async function cards() {
    const [type] = await owner.call(cardTypes, {});
    const make = (name: string) => owner.call(newCard, { typeId: type?.id ?? expect.fail("no type"), fields: { name } });
    return { galil: (await make("Galil")).id, dana: (await make("Dana")).id };
  }
  const top = named(timelineProcedures, "timeline.top");

  it("has that time alone in its calendar, among what is to come and on its timeline, also merged", async () => {
    const { galil, dana } = await cards();
    const { id } = await series({ guests: [], cardId: galil });
    await change(id, later, { add: [{ cardId: dana }] });
    const onCard = async (cardId: CardId) => {
      const { occurrences, cards: known } = await owner.call(range, { ...june, cardId });
      const { upcoming } = await owner.call(top, { cardId });
      const { entries } = await owner.call(named(timelineProcedures, "timeline.list"), { cardId, channels: ["meetings"] });
      return {
        days: occurrences.map((one) => one.day),
        next: upcoming.flatMap((one) => (one.type === "MEETING" ? [one.occurrence.day] : [])),
        shown: entries.flatMap((entry) => ("type" in entry && entry.type === "MEETING" ? [[entry.day, entry.value.start]] : [])),
        names: Object.values(known).map((one) => one?.name),
      };
    };
    expect(await onCard(galil)).toMatchObject({
      days: [first, day, later, "2030-06-24"],
      next: [expect.any(String)],
      shown: [[null, "2030-06-03T09:00:00.000Z"]],
    });
    const theirs = { days: [later], next: [later], shown: [[later, "2030-06-17T09:00:00.000Z"]] };
    expect(await onCard(dana)).toMatchObject(theirs);
    expect((await onCard(dana)).names).toContain("Dana");
    const [type] = await owner.call(cardTypes, {});
    const into = await owner.call(newCard, { typeId: type?.id ?? expect.fail("no type"), fields: { name: "Dana Levi" } });
    await owner.call(merge, { survivorId: into.id, otherIds: [dana], choices: {} });
    expect(await onCard(into.id)).toMatchObject(theirs);
  });

  it("is found by the search at its time", async () => {
    const { dana } = await cards();
    const { id } = await series({ guests: [], reminder: 15 });
    await change(id, later, { add: [{ cardId: dana }] });
    const search = named(activityProcedures, "activities.search");
    const found = await owner.call(search, {
      type: "MEETING",
      guests: [dana],
      reminder: { from: "2030-06-01T00:00:00Z", until: "2030-07-01T00:00:00Z" },
    });
    expect(found.rows).toMatchObject([{ id, day: later, guests: expect.arrayContaining([dana]) }]);
    const before = { from: "2030-06-01T00:00:00Z", until: "2030-06-12T00:00:00Z" };
    expect((await owner.call(search, { type: "MEETING", guests: [dana], reminder: before })).rows).toEqual([]);
  });
});
