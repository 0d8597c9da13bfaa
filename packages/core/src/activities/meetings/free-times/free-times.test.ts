import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner } from "@kartis/tests/support/people.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { instantOf } from "../../../kernel/zoned-time.ts";
import { organizationProcedures } from "../../../organizations/index.ts";
import { meetingProcedures } from "../../index.ts";
import { freeTimes, merged, type Span } from "./free-times.ts";

const [create, update, busy, free] = [
  named(meetingProcedures, "meetings.create"),
  named(meetingProcedures, "meetings.update"),
  named(meetingProcedures, "meetings.busy"),
  named(meetingProcedures, "meetings.freeTimes"),
];

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const timeZone = "Asia/Jerusalem";
const minuteMs = 60_000;
const begin = Date.parse(instantOf("2030-06-03", "00:00", timeZone));

it("free times overlap nothing, lie in the day, and none is left out: property", () => {
  const span = fc
    .tuple(fc.nat(3 * 24 * 60), fc.integer({ min: 1, max: 300 }))
    .map(([from, minutes]): Span => ({ start: begin + from * minuteMs, end: begin + (from + minutes) * minuteMs }));
  // From a Monday on.
  const three = ["MO", "TU", "WE"] as const;
  const days = fc.option(fc.subarray([...three], { minLength: 1 }), { nil: undefined });
  fc.assert(
    fc.property(fc.array(span, { maxLength: 12 }), fc.constantFrom(15, 30, 50, 60, 120), days, (taken, minutes, weekdays) => {
      const hours = { dayStart: "09:00", dayEnd: "17:00", weekdays };
      const wanted = { start: begin, end: begin + 3 * 86_400_000, minutes, timeZone, ...hours };
      const found = freeTimes(taken, wanted, 1_000);
      const isFree = (at: number) => taken.every(({ start, end }) => end <= at || start >= at + minutes * minuteMs);
      const isInDay = (at: number) => {
        const sinceMidnight = ((at - begin) / minuteMs) % 1_440;
        if (weekdays && !weekdays.includes(three[Math.floor((at - begin) / 86_400_000)] ?? expect.fail())) return false;
        return sinceMidnight >= 540 && sinceMidnight + minutes <= 1_020;
      };
      for (const { start, end } of found)
        expect([isFree(start), isInDay(start), end - start]).toEqual([true, true, minutes * minuteMs]);
      // Every quarter of an hour at which there is time is in one that was found, or too close to it for another.
      for (let at = begin; at < wanted.end; at += 15 * minuteMs)
        if (isFree(at) && isInDay(at))
          expect(found.some(({ start, end }) => at < end + 15 * minuteMs && at + minutes * minuteMs > start)).toBe(true);
    }),
  );
});

it("times that touch or overlap are one", () => {
  const at = (start: number, end: number) => ({ start, end });
  expect(merged([at(5, 6), at(1, 3), at(2, 4), at(4, 5), at(8, 9)])).toEqual([at(1, 6), at(8, 9)]);
});

it("a member is busy in what they take part in, and who may not see it learns only when", async () => {
  const owner = await newOwner({ language: "he" });
  const role = await owner.call(named(organizationProcedures, "roles.create"), {
    name: "Own",
    grants: { "MEETINGS.read": "USER", "MEETINGS.create": "USER" },
  });
  const [one, other] = [await newMember(owner, { roleId: role.id }), await newMember(owner, { roleId: role.id })];
  const participants = [other.userId];
  const { id: secret } = await owner.call(create, { title: "Secret", start: "2090-06-05T10:00", participants });
  await one.call(create, { title: "Ours", start: "2090-06-05T12:00", participants: [one.userId, other.userId] });
  const days = { start: "2090-06-06", days: 1, participants };
  await owner.call(create, { ...days, title: "Fair" });
  const daily = { frequency: "day", every: 1, ends: { type: "never" } } as const;
  const series = await owner.call(create, {
    title: "Daily",
    start: "2090-06-01T16:00",
    minutes: 30,
    participants,
    repeat: daily,
  });
  await owner.call(update, { meetingId: series.id, scope: "one", day: "2090-06-05", participants: [] });

  const window = { from: "2090-06-04T21:00:00Z", until: "2090-06-06T21:00:00Z" };
  const userIds = [other.userId, one.userId];
  const { byUser } = await one.call(busy, { userIds, ...window });
  const shown = (id: string) => Object.entries(byUser).flatMap(([userId, times]) => (userId === id ? times : []));
  expect(shown(one.userId).map(({ title }) => title)).toEqual(["Ours"]);
  expect(shown(other.userId).map(({ start, end, title }) => `${start.slice(8, 16)} ${end.slice(8, 16)} ${title}`)).toEqual([
    "05T07:00 05T08:00 null",
    "05T09:00 05T10:00 Ours",
    "05T21:00 06T21:00 null",
    "06T13:00 06T13:30 null",
  ]);
  // Whole days are the same days in whatever zone somebody looks at them.
  expect(shown(other.userId).flatMap(({ days: whole }) => whole ?? [])).toEqual([{ first: "2090-06-06", last: "2090-06-06" }]);
  const wanted = { userIds, ...window, minutes: 60, timeZone, dayStart: "09:00", dayEnd: "14:00" };
  const startsAt = async (more: object = {}) => {
    const { times } = await one.call(free, { ...wanted, ...more });
    return times.map(({ start }) => start.slice(8, 16));
  };
  expect(await startsAt()).toEqual(["05T06:00", "05T08:00", "05T10:00"]);
  expect(await startsAt({ except: secret })).toEqual(["05T06:00", "05T07:00", "05T08:00", "05T10:00"]);
  expect(await startsAt({ limit: 1 })).toEqual(["05T06:00"]);
  const stranger = await newOwner({});
  await expect(one.call(busy, { userIds: [stranger.userId], ...window })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await expect(one.call(free, { ...wanted, dayEnd: "09:00" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
});
