import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner, Visitor } from "@kartis/tests/support/people.ts";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type * as z from "zod";
import { errorShape } from "../../kernel/error.ts";
import { type ActivityId, newId } from "../../kernel/id.ts";
import { dayAfter, instantOf } from "../../kernel/zoned-time.ts";
import { occurrencesIn } from "../recurrence/occurrences.ts";
import { seriesIn } from "../recurrence/rules.fixture.ts";
import type { Rule, Series } from "../recurrence/schema.ts";
import { zones } from "../recurrence/zones.fixture.ts";
import { undoProcedures } from "../../undo/index.ts";
import { latestRecords } from "../../data/journal-entity.ts";
import { meetingProcedures } from "../index.ts";
import { rsvpProcedures } from "../invitations/rsvp.ts";
import { tokenOf } from "../invitations/token.ts";
import type { ActivityValues } from "../types/definition.ts";
import { meetingOf, occurrencesOf } from "./rules.ts";
import type { MeetingException } from "./meeting.ts";
import { splitAt } from "./series.ts";
import { isSkippedOn, timingOf } from "./time.ts";

const [create, update, remove, restore, reset, range, get, answer, trash] = [
  named(meetingProcedures, "meetings.create"),
  named(meetingProcedures, "meetings.update"),
  named(meetingProcedures, "meetings.remove"),
  named(meetingProcedures, "meetings.restore"),
  named(meetingProcedures, "meetings.reset"),
  named(meetingProcedures, "meetings.range"),
  named(meetingProcedures, "meetings.get"),
  named(meetingProcedures, "meetings.answer"),
  named(meetingProcedures, "meetings.trash"),
];
const undo = named(undoProcedures, "changes.undo");

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
const never = { type: "never" } as const;
const mondays: Rule = { frequency: "week", every: 1, weekdays: ["MO"], weekStart: "SU", ends: never };
const guests = [{ email: "dana@x.example" }, { email: "omer@x.example" }];
/** Every Monday at 12:00 from 3 June 2030. */
const series = (more: Partial<z.input<typeof create.input>> = {}) =>
  owner.call(create, { title: "Stand-up", start: "2030-06-03T12:00", repeat: mondays, guests, ...more });
const june = { from: "2030-05-31T21:00:00Z", until: "2030-06-30T21:00:00Z", timeZone };
const shown = async (window: Partial<typeof june> = {}) =>
  (await owner.call(range, { ...june, ...window })).occurrences.map(({ title, start }) => `${title} ${start.slice(5, 16)}`);
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail("was not refused"),
    (error: unknown) => errorShape(error, "r"),
  );
const four = ["Stand-up 06-03T09:00", "Stand-up 06-10T09:00", "Stand-up 06-17T09:00", "Stand-up 06-24T09:00"];

describe("a series", () => {
  it("takes place when its rule says, and begins with its first time", async () => {
    expect(await series({ start: "2030-06-01T12:00" })).toMatchObject({ start: "2030-06-03T09:00:00.000Z" });
    expect(await shown()).toEqual(four);
    expect(await shown({ from: "2030-10-20T00:00:00Z", until: "2030-11-01T00:00:00Z" })).toEqual([
      "Stand-up 10-21T09:00",
      "Stand-up 10-28T10:00",
    ]);
    const { occurrences } = await owner.call(range, june);
    expect(occurrences[1]).toMatchObject({
      day: "2030-06-10",
      end: "2030-06-10T10:00:00.000Z",
      isRepeating: true,
      isChanged: false,
    });
  });

  it("that never takes place is refused with the reason", async () => {
    const ends = { type: "on", day: "2030-06-01" } as const;
    expect((await refusal(series({ repeat: { ...mondays, ends } }))).fields).toEqual({
      repeat: "validation.recurrence.endsBeforeStart",
    });
    const february: Rule = { frequency: "year", every: 1, month: 2, on: { by: "day", day: 30 }, ends: never };
    expect((await refusal(series({ repeat: february }))).fields).toEqual({ repeat: "validation.recurrence.neverOccurs" });
  });

  it("is on the calendar of days far after its start, also where it ended just then", async () => {
    await series({ repeat: { ...mondays, ends: { type: "after", times: 300 } } });
    const last = { from: "2036-02-24T22:00:00Z", until: "2036-03-30T22:00:00Z" };
    expect(await shown(last)).toEqual(["Stand-up 02-25T10:00"]);
    await series({
      title: "Fair",
      start: "2030-06-28",
      days: 3,
      repeat: { frequency: "year", every: 1, month: 6, on: { by: "day", day: 28 }, ends: never },
    });
    expect(await shown({ from: "2040-06-29T22:00:00Z", until: "2040-07-04T22:00:00Z" })).toEqual(["Fair 06-28"]);
  });
});

describe("one time of a series", () => {
  it("is moved and renamed alone, and comes back by undo", async () => {
    const { id: meetingId } = await series();
    const moved = { meetingId, scope: "one", day: "2030-06-10", start: "2030-06-11T15:00", title: "Review" } as const;
    const { recordId, sequence } = await owner.call(update, moved);
    expect(sequence).toBe(1);
    expect(await shown()).toEqual([four[0], "Review 06-11T12:00", four[2], four[3]]);
    expect((await owner.call(get, { meetingId, day: "2030-06-10" })).occurrence).toMatchObject({
      title: "Review",
      start: "2030-06-11T12:00:00.000Z",
      isChanged: true,
    });
    await owner.call(undo, { recordId: recordId ?? "" });
    expect(await shown()).toEqual(four);
    expect((await owner.call(get, { meetingId })).sequence).toBe(2);
  });

  it("is opened where none is named: the next, or the first when all are over", async () => {
    const { id: meetingId } = await series();
    expect((await owner.call(get, { meetingId })).occurrence?.start).toBe("2030-06-03T09:00:00.000Z");
    const past = await owner.call(create, {
      title: "Daily",
      start: "2020-01-01T09:00:00Z",
      timeZone: "UTC",
      repeat: { frequency: "day", every: 1, ends: { type: "never" } },
    });
    const next = (await owner.call(get, { meetingId: past.id })).occurrence?.start ?? "";
    expect(Math.abs(Date.parse(next) - Date.now())).toBeLessThanOrEqual(25 * 3_600_000);
    const over = await owner.call(create, {
      title: "Thrice",
      start: "2020-01-01T09:00:00Z",
      timeZone: "UTC",
      repeat: { frequency: "day", every: 1, ends: { type: "after", times: 3 } },
    });
    expect((await owner.call(get, { meetingId: over.id })).occurrence?.day).toBe("2020-01-01");
  });

  it("that becomes what the series has is no exception any more", async () => {
    const { id: meetingId } = await series();
    const one = { meetingId, scope: "one", day: "2030-06-10" } as const;
    await owner.call(update, { ...one, title: "Review", minutes: 30 });
    const back = await owner.call(update, { ...one, title: "Stand-up", minutes: 60, start: "2030-06-10T12:00" });
    expect(back.exceptions).toEqual([]);
  });

  it("moved out of the window is not in it, and moved into one it is", async () => {
    const { id: meetingId } = await series();
    await owner.call(update, { meetingId, scope: "one", day: "2030-06-24", start: "2031-01-01T12:00" });
    expect(await shown()).toEqual(four.slice(0, 3));
    expect(await shown({ from: "2030-12-31T22:00:00Z", until: "2031-01-02T22:00:00Z" })).toEqual(["Stand-up 01-01T10:00"]);
    await owner.call(update, { meetingId, scope: "one", day: "2030-06-17", start: "2030-01-01T12:00" });
    expect(await shown({ from: "2029-12-31T22:00:00Z", until: "2030-01-02T22:00:00Z" })).toEqual(["Stand-up 01-01T10:00"]);
  });

  it("has participants of its own, on whose calendar it is", async () => {
    const { id: meetingId } = await series();
    await owner.call(update, { meetingId, scope: "one", day: "2030-06-10", participants: [] });
    const { occurrences } = await owner.call(range, { ...june, userIds: [owner.userId] });
    expect(occurrences.map(({ day, participants }) => [day, participants.length])).toEqual([
      ["2030-06-03", 1],
      ["2030-06-10", 0],
      ["2030-06-17", 1],
      ["2030-06-24", 1],
    ]);
  });

  it("does not change what only the whole has, nor its kind, and is there", async () => {
    const { id: meetingId } = await series();
    const one = { meetingId, scope: "one", day: "2030-06-10" } as const;
    expect((await refusal(owner.call(update, { ...one, repeat: null }))).fields).toEqual({ repeat: "validation.wholeSeries" });
    expect((await refusal(owner.call(update, { ...one, start: "2030-06-10" }))).fields).toEqual({ start: "validation.sameKind" });
    for (const day of ["2030-06-11", "2030-05-27"])
      expect(await refusal(owner.call(update, { ...one, day, title: "X" }))).toMatchObject({
        code: "NOT_FOUND",
        messageKey: "errors.meetingNotFound",
      });
    expect((await refusal(owner.call(update, { meetingId, scope: "one", title: "X" }))).fields).toEqual({
      day: "validation.required",
    });
  });

  it("conflicts with who has changed the same one since it was seen, and with nobody who has changed others", async () => {
    const { id: meetingId } = await series();
    const at = (day: string, more: object = {}) => ({ meetingId, scope: "one", day, ...more }) as const;
    const seen = (await owner.call(update, at("2030-06-10", { location: "Room 1" }))).version;
    await owner.call(update, at("2030-06-17", { title: "Review" }));
    await owner.call(reset, { meetingId, day: "2030-06-10" });
    const typed = { expectedVersion: seen, title: "Planning" };
    expect((await owner.call(update, at("2030-06-24", typed))).exceptions.map(({ day }) => day)).toEqual([
      "2030-06-17",
      "2030-06-24",
    ]);
    for (const day of ["2030-06-10", "2030-06-17"])
      expect(await refusal(owner.call(update, at(day, typed)))).toMatchObject({
        code: "CONFLICT",
        fields: { exceptions: "validation.changedMeanwhile" },
      });
    // Of the whole series another value has been changed.
    await owner.call(update, { meetingId, expectedVersion: seen, title: "Weekly" });
  });

  it("is removed and restored; with the last one the meeting goes to the trash", async () => {
    const { id: meetingId } = await series({ repeat: { ...mondays, ends: { type: "after", times: 2 } } });
    await owner.call(remove, { meetingId, scope: "one", day: "2030-06-03" });
    expect(await shown()).toEqual([four[1]]);
    expect((await refusal(owner.call(get, { meetingId, day: "2030-06-03" }))).code).toBe("NOT_FOUND");
    await owner.call(restore, { meetingId, day: "2030-06-03" });
    expect(await shown()).toEqual(four.slice(0, 2));
    expect((await refusal(owner.call(restore, { meetingId, day: "2030-06-03" }))).code).toBe("NOT_FOUND");
    await owner.call(remove, { meetingId, scope: "one", day: "2030-06-03" });
    await owner.call(remove, { meetingId, scope: "one", day: "2030-06-10" });
    expect([await shown(), (await owner.call(trash, {})).total]).toEqual([[], 1]);
  });
});

describe("this and the following", () => {
  it("become a series of their own by one record, which one undo takes back", async () => {
    const { id: meetingId } = await series();
    await owner.call(update, { meetingId, scope: "one", day: "2030-06-03", title: "Kick-off" });
    await owner.call(update, { meetingId, scope: "one", day: "2030-06-24", title: "Review" });
    const before = await shown();
    const changed = await owner.call(update, {
      meetingId,
      scope: "following",
      day: "2030-06-17",
      start: "2030-06-17T14:00",
      minutes: 30,
    });
    expect(changed).toMatchObject({ start: "2030-06-17T11:00:00.000Z", minutes: 30, sequence: 0, repeat: mondays });
    expect(changed.id).not.toBe(meetingId);
    expect(await shown()).toEqual(["Kick-off 06-03T09:00", four[1], "Stand-up 06-17T11:00", "Review 06-24T11:00"]);
    expect(await owner.call(get, { meetingId })).toMatchObject({
      repeat: { ends: { type: "on", day: "2030-06-16" } },
      exceptions: [{ day: "2030-06-03" }],
      sequence: 3,
    });
    const [record] = await latestRecords(owner.orgId, 1, null);
    expect(record?.changes.map(({ action }) => action)).toEqual(["meeting.update", "meeting.create"]);
    await owner.call(undo, { recordId: changed.recordId ?? "" });
    expect(await shown()).toEqual(before);
  });

  it("are divided off once when the call is repeated under the same id, with what was corrected meanwhile", async () => {
    const { id: meetingId, version } = await series({ repeat: { ...mondays, weekdays: ["MO", "WE"] } });
    const followingId = newId("act");
    const changed = { start: "2030-06-14T14:00", title: "Later" };
    const divide = (more: object = {}) => {
      const divided = { meetingId, scope: "following" as const, day: "2030-06-10", followingId, expectedVersion: version };
      return owner.call(update, { ...divided, ...changed, ...more });
    };
    const first = await divide();
    expect(first.id).toBe(followingId);
    const after = await shown();
    const again = await divide();
    expect(again).toMatchObject({ id: followingId, version: 1, recordId: null });
    expect(await shown()).toEqual(after);
    expect(await divide({ title: "Much later" })).toMatchObject({ id: followingId, version: 2, title: "Much later" });
    expect(await shown()).toEqual(after.map((text) => text.replace("Later", "Much later")));
    // Somebody else has changed the same since.
    expect((await refusal(divide({ title: "Too late" }))).code).toBe("CONFLICT");
    expect(await refusal(divide({ start: "2030-06-13T14:00" }))).toMatchObject({ code: "NOT_FOUND" });
  });

  it("are not another meeting that has the id, nor what somebody has taken back", async () => {
    const { id: meetingId } = await series();
    const { id: other } = await series({ title: "Other", start: "2031-06-03T12:00" });
    const divide = (followingId: ActivityId) =>
      refusal(owner.call(update, { meetingId, scope: "following", day: "2030-06-10", followingId, title: "Later" }));
    expect((await divide(other)).code).toBe("CONFLICT");
    expect((await divide(meetingId)).code).toBe("CONFLICT");
    // Nor with a day that the series does not have, as if it had been divided there.
    const day = "2030-06-11";
    const elsewhere = { meetingId, scope: "following", day, followingId: other, title: "Later" } as const;
    expect((await refusal(owner.call(update, elsewhere))).code).toBe("NOT_FOUND");
    expect((await owner.call(get, { meetingId: other })).title).toBe("Other");
    const followingId = newId("act");
    const first = { meetingId, scope: "following", day: "2030-06-17", followingId, title: "Later" } as const;
    const { recordId } = await owner.call(update, first);
    await owner.call(undo, { recordId: recordId ?? "" });
    expect((await refusal(owner.call(update, first))).code).toBe("CONFLICT");
    expect(await shown()).toEqual(four);
  });

  it("of a number of times are as many as were left", async () => {
    const { id: meetingId } = await series({ repeat: { ...mondays, ends: { type: "after", times: 4 } } });
    const { repeat } = await owner.call(update, { meetingId, scope: "following", day: "2030-06-10", title: "Later" });
    expect(repeat?.ends).toEqual({ type: "after", times: 3 });
    expect(await shown({ until: "2031-01-01T00:00:00Z" })).toEqual([
      four[0],
      ...four.slice(1).map((text) => text.replace("Stand-up", "Later")),
    ]);
  });

  it("do not begin on a day on which the clocks skip their hour, of which a series would keep the later one", async () => {
    const daily: Rule = { frequency: "day", every: 1, ends: never };
    // In Jerusalem there is no 02:30 on 29 March 2030.
    const { id: meetingId } = await series({ start: "2030-03-20T02:30", repeat: daily, guests: [] });
    const rename = (day: string) => owner.call(update, { meetingId, scope: "following", day, title: "Night shift" });
    expect((await refusal(rename("2030-03-29"))).fields).toEqual({ start: "validation.skippedTime" });
    await rename("2030-03-30");
    const april = { from: "2030-03-28T00:00:00Z", until: "2030-03-31T00:00:00Z" };
    expect(await shown(april)).toEqual([
      "Stand-up 03-28T00:30",
      "Stand-up 03-29T00:30",
      "Night shift 03-29T23:30",
      "Night shift 03-30T23:30",
    ]);
    await owner.call(remove, { meetingId, scope: "following", day: "2030-03-29" });
    expect(await shown(april)).toEqual(["Stand-up 03-28T00:30", "Night shift 03-29T23:30", "Night shift 03-30T23:30"]);
  });

  it("from the first one on are all", async () => {
    const { id: meetingId } = await series();
    expect((await owner.call(update, { meetingId, scope: "following", day: "2030-06-03", title: "All" })).id).toBe(meetingId);
  });

  it("are removed", async () => {
    const { id: meetingId } = await series();
    const { recordId } = await owner.call(remove, { meetingId, scope: "following", day: "2030-06-17" });
    expect(await shown()).toEqual(four.slice(0, 2));
    await owner.call(undo, { recordId: recordId ?? "" });
    expect(await shown()).toEqual(four);
    await owner.call(remove, { meetingId, scope: "following", day: "2030-06-03" });
    expect((await owner.call(trash, {})).total).toBe(1);
  });

  it("a part of a series together with the other is the whole: property", () => {
    fc.assert(
      fc.property(
        seriesIn(zones()),
        fc.nat(20),
        fc.array(fc.tuple(fc.nat(25), fc.constantFrom("removed", "renamed", "moved"), fc.integer({ min: -40, max: 40 })), {
          maxLength: 5,
        }),
        (drawn, at, marks) => {
          const values = valuesOf(drawn, marks);
          const days = daysOf(drawn, 30);
          const day = days[at % days.length];
          if (day === undefined) return;
          // On a day without its hour it is not divided, which another test shows.
          if (isSkippedOn(timingOf(values), day)) return;
          const split = splitAt(values, day);
          if (!split) return;
          const until = dayAfter(days.at(-1) ?? day, 100);
          const [earlier, following] = [timesOf({ ...values, ...split.earlier }, until), timesOf(split.following, until)];
          expect([...earlier, ...following].toSorted()).toEqual(timesOf(values, until).toSorted());
          expect(earlier.every((text) => text < day)).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("all times", () => {
  it("move with the one that is moved to another day, exceptions included", async () => {
    const { id: meetingId } = await series();
    await owner.call(update, { meetingId, scope: "one", day: "2030-06-24", title: "Review" });
    const moved = await owner.call(update, { meetingId, scope: "all", day: "2030-06-10", start: "2030-06-11T10:00" });
    expect(moved).toMatchObject({ repeat: { weekdays: ["TU"] }, dropped: [] });
    expect(await shown()).toEqual(["Stand-up 06-04T07:00", "Stand-up 06-11T07:00", "Stand-up 06-18T07:00", "Review 06-25T07:00"]);
  });

  it("stay where they are, with the replies to them, when only the length of a moved date is changed with them", async () => {
    const { id: meetingId, guests } = await series();
    const day = "2030-06-10";
    await owner.call(update, { meetingId, scope: "one", day, start: "2030-06-11T16:00", minutes: 90 });
    await owner.call(answer, { meetingId, guestId: guests[0]?.id ?? "", rsvp: "ACCEPTED", day });
    const changed = await owner.call(update, { meetingId, scope: "all", day, minutes: 30 });
    expect(changed).toMatchObject({ start: "2030-06-03T09:00:00.000Z", minutes: 30, repeat: mondays });
    expect(changed.exceptions).toEqual([{ type: "changed", day, start: "2030-06-11T13:00:00.000Z" }]);
    expect(changed.answers).toMatchObject([{ day, rsvp: "ACCEPTED" }]);
    expect(await shown()).toEqual([four[0], "Stand-up 06-11T13:00", four[2], four[3]]);
  });

  it("move with a date that had been moved by itself, which is where it was put", async () => {
    const { id: meetingId } = await series();
    const day = "2030-06-10";
    await owner.call(update, { meetingId, scope: "one", day, start: "2030-06-11T16:00" });
    const { exceptions } = await owner.call(update, { meetingId, scope: "all", day, start: "2030-06-12T10:00" });
    expect(exceptions).toEqual([]);
    expect(await shown()).toEqual(["06-05T07:00", "06-12T07:00", "06-19T07:00", "06-26T07:00"].map((at) => `Stand-up ${at}`));
  });

  it("gain and lose the participants whom a date with its own gains and loses", async () => {
    const { userId: ana } = await newMember(owner, {});
    const { userId: ben } = await newMember(owner, {});
    const { userId: eve } = await newMember(owner, {});
    const changed = async (scope: "all" | "following") => {
      const { id: meetingId } = await series({ participants: [owner.userId, ana] });
      await owner.call(update, { meetingId, scope: "one", day: "2030-06-17", participants: [ana, ben] });
      const { id } = await owner.call(update, { meetingId, scope, day: "2030-06-17", participants: [ben, eve] });
      return owner.call(get, { meetingId: id });
    };
    for (const scope of ["all", "following"] as const)
      expect(await changed(scope)).toMatchObject({
        participants: [owner.userId, eve],
        exceptions: [{ day: "2030-06-17", participants: [ben, eve] }],
      });
  });

  it("keep the exceptions that the changed rule has a day for, and the answer names the others", async () => {
    const { id: meetingId } = await series({ repeat: { ...mondays, weekdays: ["MO", "WE"] } });
    await owner.call(update, { meetingId, scope: "one", day: "2030-06-10", title: "Kept" });
    await owner.call(update, { meetingId, scope: "one", day: "2030-06-12", title: "Lost" });
    const { dropped } = await owner.call(update, { meetingId, repeat: mondays });
    expect(dropped).toEqual(["2030-06-12"]);
    expect(await shown()).toEqual([four[0], "Kept 06-10T09:00", four[2], four[3]]);
  });

  it("keep their hour by the clocks of another zone", async () => {
    const { id: meetingId } = await series();
    await owner.call(update, { meetingId, timeZone: "Europe/Budapest", start: "2030-06-03T12:00" });
    expect((await shown())[0]).toBe("Stand-up 06-03T10:00");
  });

  it("do not move to where there are no days", async () => {
    const weekly: Rule = { ...mondays, ends: never };
    const { id: meetingId } = await series({ start: "2030-06-03", days: 3, repeat: weekly, guests: [] });
    await owner.call(remove, { meetingId, scope: "one", day: "2030-06-10" });
    const moveTo = (day: string, start: string) => refusal(owner.call(update, { meetingId, scope: "all", day, start }));
    expect((await moveTo("9998-06-01", "1970-01-05")).fields).toEqual({ start: "validation.range" });
    expect((await moveTo("6031-06-09", "1970-01-05")).fields).toEqual({ start: "validation.range" });
    const { id: timed } = await series();
    const refused = await refusal(
      owner.call(update, { meetingId: timed, scope: "all", day: "6031-06-09", start: "1970-01-05T10:00" }),
    );
    expect(refused.fields).toEqual({ start: "validation.range" });
    expect(await owner.call(get, { meetingId })).toMatchObject({
      start: "2030-06-03",
      days: 3,
      exceptions: [{ type: "removed", day: "2030-06-10" }],
    });
  });

  it("become one meeting without the rule", async () => {
    const { id: meetingId } = await series();
    await owner.call(update, { meetingId, scope: "one", day: "2030-06-10", title: "Lost" });
    expect(await owner.call(update, { meetingId, repeat: null })).toMatchObject({ dropped: ["2030-06-10"], exceptions: [] });
    expect(await shown()).toEqual([four[0]]);
  });
});

describe("an occurrence that was changed by itself", () => {
  it("is again as its series has it, with the replies to its own time void, and that is undone", async () => {
    const {
      id: meetingId,
      guests: [dana],
    } = await series();
    const day = "2030-06-10";
    const before = await shown();
    await owner.call(update, { meetingId, scope: "one", day, start: "2030-06-11T16:00", title: "Moved" });
    await owner.call(answer, { meetingId, guestId: dana?.id ?? "", rsvp: "ACCEPTED", day });
    const { recordId, exceptions, answers, sequence } = await owner.call(reset, { meetingId, day });
    expect([exceptions, answers.map(({ rsvp }) => rsvp), sequence]).toEqual([[], ["PENDING"], 2]);
    expect(await shown()).toEqual(before);
    expect((await refusal(owner.call(reset, { meetingId, day }))).code).toBe("NOT_FOUND");
    await owner.call(undo, { recordId: recordId ?? "" });
    expect((await owner.call(get, { meetingId, day })).occurrence).toMatchObject({ title: "Moved", isChanged: true });
    // One that is removed comes back by another way, which takes the permission to delete.
    await owner.call(remove, { meetingId, scope: "one", day });
    expect((await refusal(owner.call(reset, { meetingId, day }))).code).toBe("NOT_FOUND");
  });
});

describe("replies", () => {
  const rsvps = async (meetingId: Awaited<ReturnType<typeof series>>["id"]) =>
    (await owner.call(range, june)).occurrences
      .filter((one) => one.meetingId === meetingId)
      .map((one) => one.guests.map(({ rsvp }) => rsvp?.at(0)).join(""));

  it("are for all times, or for one, and void when its time changes", async () => {
    const {
      id: meetingId,
      guests: [dana, omer],
    } = await series();
    const reply = (guestId = "", rsvp: "ACCEPTED" | "DECLINED", day?: string) =>
      owner.call(answer, { meetingId, guestId, rsvp, ...(day ? { day } : {}) });
    expect((await reply(dana?.id, "ACCEPTED")).guests[0]).toMatchObject({ rsvp: "ACCEPTED", answeredAt: expect.any(String) });
    await reply(omer?.id, "DECLINED", "2030-06-10");
    expect(await rsvps(meetingId)).toEqual(["AP", "AD", "AP", "AP"]);
    await owner.call(update, { meetingId, scope: "one", day: "2030-06-17", start: "2030-06-17T16:00" });
    expect(await rsvps(meetingId)).toEqual(["AP", "AD", "PP", "AP"]);
    await owner.call(update, { meetingId, title: "Daily" });
    expect(await rsvps(meetingId)).toEqual(["AP", "AD", "PP", "AP"]);
    const { recordId } = await owner.call(update, { meetingId, minutes: 30 });
    expect(await rsvps(meetingId)).toEqual(["PP", "PP", "PP", "PP"]);
    await owner.call(undo, { recordId: recordId ?? "" });
    expect(await rsvps(meetingId)).toEqual(["AP", "AD", "PP", "AP"]);
  });

  it("to many occurrences leave room for other guests': past ones give way, then the guest must reply to all", async () => {
    const daily: Rule = { frequency: "day", every: 1, ends: never };
    const { id: meetingId, guests: invited } = await series({ repeat: daily });
    const [dana = "", omer = ""] = invited.map(({ id }) => id);
    const replyTo = (day: string) => owner.call(answer, { meetingId, guestId: dana, rsvp: "ACCEPTED", day });
    for (let at = 0; at < 30; at++) await replyTo(dayAfter("2030-06-03", at));
    const refused = await refusal(replyTo(dayAfter("2030-06-03", 30)));
    expect([refused.code, refused.messageKey]).toEqual(["PRECONDITION_FAILED", "errors.tooManyReplies"]);
    expect((await replyTo("2030-06-03")).answers).toHaveLength(30);
    await owner.call(answer, { meetingId, guestId: omer, rsvp: "DECLINED", day: "2030-06-10" });
    expect((await owner.call(answer, { meetingId, guestId: dana, rsvp: "ACCEPTED" })).answers).toHaveLength(2);
  });

  it("are of somebody who is invited, and undone like any change", async () => {
    const {
      id: meetingId,
      guests: [dana],
    } = await series();
    expect((await refusal(owner.call(answer, { meetingId, guestId: "gst_nobody", rsvp: "ACCEPTED" }))).code).toBe("NOT_FOUND");
    const { recordId } = await owner.call(answer, { meetingId, guestId: dana?.id ?? "", rsvp: "TENTATIVE" });
    expect((await owner.call(answer, { meetingId, guestId: dana?.id ?? "", rsvp: "TENTATIVE" })).recordId).toBeNull();
    await owner.call(undo, { recordId: recordId ?? "" });
    expect(await rsvps(meetingId)).toEqual(["PP", "PP", "PP", "PP"]);
    await owner.call(answer, { meetingId, guestId: dana?.id ?? "", rsvp: "ACCEPTED" });
    await owner.call(update, { meetingId, guests: [{ email: "omer@x.example" }] });
    await owner.call(update, { meetingId, guests });
    expect(await rsvps(meetingId)).toEqual(["PP", "PP", "PP", "PP"]);
  });

  it("that a member records say who did, until the guest replies themselves", async () => {
    const {
      id: meetingId,
      guests: [dana],
    } = await series();
    const guestId = dana?.id ?? "";
    const by = { guestId, answeredAt: expect.any(String), by: owner.userId };
    const recorded = await owner.call(answer, { meetingId, guestId, rsvp: "ACCEPTED", day: "2030-06-10" });
    expect(recorded.answers).toEqual([{ ...by, day: "2030-06-10", rsvp: "ACCEPTED" }]);
    expect((await latestRecords(owner.orgId, 1, null))[0]).toMatchObject({
      actor: { kind: "user", id: owner.userId },
      changes: [{ action: "meeting.rsvp" }],
    });
    const token = tokenOf({ orgId: owner.orgId, meetingId, guestId });
    const reply = (rsvp: "ACCEPTED" | "DECLINED") =>
      new Visitor().call(named(rsvpProcedures, "rsvp.answer"), { token, rsvp, day: "2030-06-10" });
    const answers = async () => (await owner.call(get, { meetingId })).answers;
    const own = { guestId, day: "2030-06-10", answeredAt: expect.any(String) };
    // The same reply is theirs from then on.
    await reply("ACCEPTED");
    expect(await answers()).toEqual([{ ...own, rsvp: "ACCEPTED" }]);
    await owner.call(answer, { meetingId, guestId, rsvp: "TENTATIVE", day: "2030-06-10" });
    await reply("DECLINED");
    expect(await answers()).toEqual([{ ...own, rsvp: "DECLINED" }]);
    // Nobody records that there is none.
    await owner.call(answer, { meetingId, guestId, rsvp: "PENDING", day: "2030-06-10" });
    expect(await answers()).toEqual([{ ...own, rsvp: "PENDING", answeredAt: null }]);
  });

  it("since a change that is undone stay with the time that they were for", async () => {
    const {
      id: meetingId,
      guests: [dana],
    } = await series();
    const { recordId } = await owner.call(update, { meetingId, minutes: 30 });
    await owner.call(answer, { meetingId, guestId: dana?.id ?? "", rsvp: "ACCEPTED" });
    await owner.call(undo, { recordId: recordId ?? "" });
    expect(await rsvps(meetingId)).toEqual(["PP", "PP", "PP", "PP"]);
  });
});

const daysOf = (drawn: Series, limit: number) =>
  occurrencesIn(
    drawn,
    drawn.start.time === null
      ? { from: "0100-01-01", until: "9999-12-31" }
      : { from: "0100-01-01T00:00:00Z", until: "9999-12-31T00:00:00Z" },
    limit,
  ).map(({ day }) => day);

/** A meeting with the series, of which some of the first times are removed, renamed or moved by hours or days. */
function valuesOf({ rule, start }: Series, marks: readonly (readonly [number, string, number])[]): ActivityValues {
  const days = daysOf({ rule, start, exceptions: [] }, 30);
  const at = (day: string) => (start.time === null ? day : instantOf(day, start.time, start.timeZone));
  const exceptions = new Map<string, MeetingException>();
  for (const [index, kind, by] of marks) {
    const day = days[index];
    if (day === undefined) continue;
    if (kind === "removed") exceptions.set(day, { type: "removed", day });
    else if (kind === "renamed") exceptions.set(day, { type: "changed", day, title: `Other ${by}` });
    else {
      const moved = new Date(Date.parse(at(day)) + by * (start.time === null ? 24 : 1) * 3_600_000).toISOString();
      exceptions.set(day, { type: "changed", day, start: start.time === null ? moved.slice(0, 10) : moved });
    }
  }
  const [first = start.day] = days;
  return {
    title: "Series",
    start: at(first),
    ...(start.time === null ? { days: 1 } : { minutes: 60 }),
    timeZone: start.timeZone,
    repeat: rule,
    exceptions: [...exceptions.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1)),
  };
}

/** The times of a meeting with these values until a day: name, start and title. */
function timesOf(values: ActivityValues, until: string): string[] {
  const common = { version: 1, createdBy: "", automationId: null, createdAt: "", updatedAt: "", trashedAt: null };
  const meeting = meetingOf({ ...common, id: newId("act", 1), type: "MEETING", values });
  const window = { from: "1900-01-01T00:00:00.000Z", until: `${until}T00:00:00.000Z`, timeZone: "UTC" };
  return [...occurrencesOf(meeting, window)].map(({ day, start, title }) => `${day} ${start} ${title}`);
}
