import * as z from "zod";
import { isDay } from "../../cards/fields/day.ts";
import { dayOf, instantOf } from "../../kernel/zoned-time.ts";
import { laterDay, unitMs } from "../calendar.ts";
import { timeUnits } from "../actions/definition.ts";
import { tooLong } from "../actions/settings.ts";
import { trigger, type TriggerSchedule } from "./definition.ts";
import { TimeOfDay } from "./settings.ts";
import { when } from "./event.ts";

/** Shorter intervals over all cards would cost a company more than it would notice. */
const minMinutes = 15;

/** Instants are compared as strings with four-digit years, so this is later than any other. */
const never = "9999-12-31T00:00:00.000Z";
/** Candidates tried until one falls on an allowed weekday: more than the quarter hours of a week, and than the years until a date falls on any weekday. */
const maxCandidates = 1_000;

const config = z
  .object({
    every: z.number().int().min(1, "validation.positive"),
    unit: z.enum(timeUnits),
    /** `YYYY-MM-DD` in the organization's time zone. */
    from: z.string().refine(isDay, "validation.date"),
    at: TimeOfDay,
    /** Only on these days, where 0 is Sunday; empty for any day. */
    weekdays: z
      .array(z.number().int().min(0).max(6))
      .max(7)
      .default([])
      .transform((days) => [...new Set(days)]),
  })
  .superRefine(({ every, unit }, context) => {
    const isOften = unit === "minutes" && every < minMinutes;
    const message = isOften ? "automations.problem.tooOften" : tooLong(every, unit);
    if (message) context.addIssue({ code: "custom", path: ["every"], message });
  });

const schedule: TriggerSchedule<z.output<typeof config>> = {
  next({ every, unit, from, at, weekdays }, afterMs, timeZone) {
    const begin = Date.parse(instantOf(from, at, timeZone));
    const isAllowed = (ms: number) =>
      weekdays.length === 0 || weekdays.includes(new Date(`${dayOf(ms, timeZone)}T00:00:00Z`).getUTCDay());
    const nth = (n: number): number =>
      unit === "minutes" || unit === "hours"
        ? begin + n * every * unitMs[unit]
        : Date.parse(instantOf(laterDay(from, n * every, unit), at, timeZone));
    const length = every * (unit === "months" ? 28 * unitMs.days : unit === "years" ? 365 * unitMs.days : unitMs[unit]);
    // Starts from an estimate that is never too late, and steps forward from there.
    let n = Math.max(0, Math.floor((afterMs - begin) / (unit === "months" ? length * 1.12 : length * 1.01)) - 2);
    while (nth(n) <= afterMs) n++;
    // Bounded: every two weeks from a Thursday never falls on a Friday.
    for (const last = n + maxCandidates; n < last && nth(n) < Date.parse(never); n++)
      if (isAllowed(nth(n))) return new Date(nth(n)).toISOString();
    return never;
  },
  firesAt: (_, __, { to }) => to,
};

/** At regular intervals from a day and time on, for every card of the type that meets the conditions at that moment. */
export const everyPeriod = trigger({
  config,
  // Also for the new card, with the next period.
  startedBy: (_, { kind }) => kind === "cardCreated",
  on: [],
  startsForAll: true,
  starts: () => false,
  variables: () => when,
  problems: (own) =>
    schedule.next(own, 0, "UTC") === never ? [{ path: "weekdays", message: "automations.problem.neverStarts" }] : [],
  schedule,
});
