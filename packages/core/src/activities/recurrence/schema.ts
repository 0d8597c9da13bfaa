import * as z from "zod";
import { isDay } from "../../cards/fields/day.ts";
import { isTimeZone } from "../../kernel/zoned-time.ts";
import { longestInterval, mostTimes, weekdays, weeksOfMonth } from "./limits.ts";
import { reasonAgainst } from "./occurrences.ts";

export type Weekday = (typeof weekdays)[number];
export type WeekOfMonth = (typeof weeksOfMonth)[number];

/** Before the year 9999, so that the day after it can still be written. */
export const DaySchema = z.string().refine((day) => isDay(day) && day < "9999", "validation.date");

const EndsSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("never") }),
  /** The last day on which it may occur. */
  z.object({ type: z.literal("on"), day: DaySchema }),
  /** Counted before exceptions are left out (RFC 5545 section 3.8.5.1). */
  z.object({ type: z.literal("after"), times: z.number().int().min(1).max(mostTimes) }),
]);

/** A day of a month: by its number, -1 for the last one, or by its weekday. Months without the 31st are skipped. */
const DayOfMonthSchema = z.discriminatedUnion("by", [
  z.object({ by: z.literal("day"), day: z.union([z.number().int().min(1).max(31), z.literal(-1)]) }),
  z.object({ by: z.literal("weekday"), week: z.enum(weeksOfMonth), weekday: z.enum(weekdays) }),
]);
export type DayOfMonth = z.output<typeof DayOfMonthSchema>;

const every = z.number().int().min(1).max(longestInterval);

/** A rule of repetition (SPEC section 3), a part of RFC 5545's. */
export const RuleSchema = z.discriminatedUnion("frequency", [
  z.object({ frequency: z.literal("day"), every, ends: EndsSchema }),
  z.object({
    frequency: z.literal("week"),
    every,
    weekdays: z
      .array(z.enum(weekdays))
      .min(1, "validation.required")
      .max(7)
      .transform((days) => weekdays.filter((day) => days.includes(day))),
    /** First day of the week: with every second week, it decides whether Sunday falls in the same week as the Monday after it. */
    weekStart: z.enum(weekdays).default("MO"),
    ends: EndsSchema,
  }),
  z.object({ frequency: z.literal("month"), every, on: DayOfMonthSchema, ends: EndsSchema }),
  z.object({
    frequency: z.literal("year"),
    every,
    month: z.number().int().min(1).max(12),
    on: DayOfMonthSchema,
    ends: EndsSchema,
  }),
]);
export type Rule = z.output<typeof RuleSchema>;

/** Start, in local time of a zone. Nothing occurs before it; the start itself occurs only if the rule produces it. */
export const StartSchema = z.object({
  day: DaySchema,
  /** `HH:MM`; null for whole days. */
  time: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "validation.time")
    .nullable(),
  timeZone: z.string().max(64).refine(isTimeZone, "validation.enum"),
});
export type Start = z.output<typeof StartSchema>;

/** Exception for one day of a series, identified by the day that the rule produces. */
const ExceptionSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("removed"), day: DaySchema }),
  /** Moved to `start` (a day or an instant, like the series), if given. Other changes are stored with the series. */
  z.object({ type: z.literal("changed"), day: DaySchema, start: z.string().optional() }),
]);

/** A rule, its start, and its exceptions; one that never occurs is refused. */
export const SeriesSchema = z
  .object({ rule: RuleSchema, start: StartSchema, exceptions: z.array(ExceptionSchema).max(mostTimes).default([]) })
  .transform((series, context) => {
    const reason = reasonAgainst(series);
    if (reason) context.addIssue({ code: "custom", path: ["rule", "ends"], message: reason });
    return series;
  });
export type Series = z.output<typeof SeriesSchema>;
