import fc from "fast-check";
import { dayAfter } from "../../kernel/zoned-time.ts";
import { type DayOfMonth, type Rule, type Series, SeriesSchema } from "./schema.ts";
import { weekdays } from "./limits.ts";

/** A day of these decades, in which all kinds of clock changes happened. */
export const someDay = fc.integer({ min: 0, max: 36_500 }).map((days) => dayAfter("1960-01-01", days));
const weekday = fc.constantFrom(...weekdays);
const every = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.integer({ min: 1, max: 60 }));
const times = fc.integer({ min: 1, max: 60 });

const dayOfMonth: fc.Arbitrary<DayOfMonth> = fc.oneof(
  fc.record({
    by: fc.constant("day" as const),
    day: fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constantFrom(-1 as const, 29, 30, 31)),
  }),
  fc.record({
    by: fc.constant("weekday" as const),
    week: fc.constantFrom("first" as const, "second" as const, "third" as const, "fourth" as const, "last" as const),
    weekday,
  }),
);

const endsAfter = (start: string): fc.Arbitrary<Rule["ends"]> =>
  fc.oneof(
    fc.constant({ type: "never" as const }),
    fc.record({ type: fc.constant("after" as const), times }),
    fc.record({ type: fc.constant("on" as const), day: fc.integer({ min: 0, max: 5_000 }).map((days) => dayAfter(start, days)) }),
  );

export const ruleFrom = (start: string): fc.Arbitrary<Rule> =>
  fc.oneof(
    fc.record({ frequency: fc.constant("day" as const), every, ends: endsAfter(start) }),
    fc.record({
      frequency: fc.constant("week" as const),
      every,
      weekdays: fc
        .uniqueArray(weekday, { minLength: 1, maxLength: 7 })
        .map((days) => weekdays.filter((day) => days.includes(day))),
      weekStart: weekday,
      ends: endsAfter(start),
    }),
    fc.record({ frequency: fc.constant("month" as const), every, on: dayOfMonth, ends: endsAfter(start) }),
    fc.record({
      frequency: fc.constant("year" as const),
      every,
      month: fc.integer({ min: 1, max: 12 }),
      on: dayOfMonth,
      ends: endsAfter(start),
    }),
  );

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom("00", "30", "45"))
  .map(([hour, minutes]) => `${String(hour).padStart(2, "0")}:${minutes}`);

/** Series that occur, with a time in one of the zones, or for whole days. */
export const seriesIn = (zones: readonly string[]): fc.Arbitrary<Series> =>
  fc
    .tuple(someDay, fc.option(time), fc.constantFrom(...zones))
    .chain(([day, at, timeZone]) =>
      ruleFrom(day).map((rule): Series => ({ rule, start: { day, time: at, timeZone }, exceptions: [] })),
    )
    .filter((series) => SeriesSchema.safeParse(series).success);
