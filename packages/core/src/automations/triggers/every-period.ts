import * as z from "zod";
import { isDay } from "../../cards/fields/day.ts";
import { dayOf, instantOf } from "../../kernel/zoned-time.ts";
import { laterDay, unitMs } from "../calendar.ts";
import { timeUnits } from "../actions/definition.ts";
import { tooLong } from "../actions/settings.ts";
import { trigger, type TriggerSchedule } from "./definition.ts";
import { TimeOfDay } from "./settings.ts";

/** Every few minutes a company would not notice what an automation of all its cards costs. */
const fewestMinutes = 15;

/** What is after this never comes: no instant of four-digit years, by which instants are compared, is later. */
const never = "9999-12-31T00:00:00.000Z";
/** Instants that are looked at for a day of the week that is meant: more than the quarter hours of a week, and than the years until a date falls on it. */
const mostTried = 1_000;

const config = z
  .object({
    every: z.number().int().min(1, "validation.positive"),
    unit: z.enum(timeUnits),
    /** `YYYY-MM-DD` in the organization's zone. */
    from: z.string().refine(isDay, "validation.date"),
    at: TimeOfDay,
    /** 0 for Sunday; only on these days, and on any if none is named. */
    weekdays: z.array(z.number().int().min(0).max(6)).max(7).default([]),
  })
  .superRefine(({ every, unit }, context) => {
    const isOften = unit === "minutes" && every < fewestMinutes;
    const message = isOften ? "automations.problem.tooOften" : tooLong(every, unit);
    if (message) context.addIssue({ code: "custom", path: ["every"], message });
  });

const schedule: TriggerSchedule<z.output<typeof config>> = {
  next({ every, unit, from, at, weekdays }, afterMs, timeZone) {
    const begin = Date.parse(instantOf(from, at, timeZone));
    const isMeant = (ms: number) =>
      weekdays.length === 0 || weekdays.includes(new Date(`${dayOf(ms, timeZone)}T00:00:00Z`).getUTCDay());
    const nth = (n: number): number =>
      unit === "minutes" || unit === "hours"
        ? begin + n * every * unitMs[unit]
        : Date.parse(instantOf(laterDay(from, n * every, unit), at, timeZone));
    const length = every * (unit === "months" ? 28 * unitMs.days : unit === "years" ? 365 * unitMs.days : unitMs[unit]);
    // An estimate that is not too late, and then the few that are left; a week at most until a day that is meant.
    let n = Math.max(0, Math.floor((afterMs - begin) / (unit === "months" ? length * 1.12 : length * 1.01)) - 2);
    while (nth(n) <= afterMs) n++;
    // Every two weeks from a Thursday on, no Friday ever comes.
    for (const last = n + mostTried; n < last && nth(n) < Date.parse(never); n++)
      if (isMeant(nth(n))) return new Date(nth(n)).toISOString();
    return never;
  },
  firesAt: (_, __, { to }) => to,
};

/** Again and again, counted from a day and time on: for every card of the type that meets the conditions then. */
export const everyPeriod = trigger({
  config,
  on: [],
  starts: () => false,
  problems: (own) =>
    schedule.next(own, 0, "UTC") === never ? [{ path: "weekdays", message: "automations.problem.neverStarts" }] : [],
  schedule,
});
