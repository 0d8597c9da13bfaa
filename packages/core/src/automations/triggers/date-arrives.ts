import * as z from "zod";
import { definitionOf } from "../../cards/fields/registry.ts";
import { dayOf, endOfDay, instantOf, timeIn } from "../../kernel/zoned-time.ts";
import { laterDay, unitMs } from "../calendar.ts";
import { fills } from "../loops/effect.ts";
import { arrivalOf, arrivalShape, checkArrival, daysArriving, firesLate, missedArrival } from "./arrival.ts";
import { trigger, type TriggerDefinition } from "./definition.ts";
import { when } from "./event.ts";

const config = z
  .object({
    fieldId: z.string().min(1, "automations.problem.chooseField").max(100),
    ...arrivalShape,
    isYearly: z.boolean().default(false),
    /** Every year has its own moment, of which the last has always passed: then it means nothing. */
    firesLate,
  })
  .superRefine(checkArrival);

const late: NonNullable<TriggerDefinition<z.output<typeof config>>["late"]> = {
  on: ["card.create", "card.update"],
  isWanted: (own) => own.firesLate && !own.isYearly,
  missedBy: (own, change, moment) => missedArrival(own, change, own.fieldId, moment),
};

/** A date on the card, with an offset; optionally every year, as for birthdays. Uses the date's value at evaluation time, so changing the date reschedules it. */
export const dateArrives = trigger({
  config,
  // A date that is written in the automation arrives only once, unless it fires each time that it is entered.
  startedBy: (config, effect) =>
    late.isWanted(config)
      ? fills(effect, config.fieldId)
      : effect.kind === "fieldChanged" && effect.fieldId === config.fieldId && effect.value === undefined,
  on: [],
  starts: () => false,
  variables: () => when,
  problems({ fieldId, unit, when }, { fields }) {
    const field = fields.find(({ id }) => id === fieldId);
    const moment = field && definitionOf(field.type).moment;
    if (moment !== "day" && moment !== "instant") return [{ path: "fieldId", message: "automations.problem.dateField" }];
    const isFiner = unit === "minutes" || unit === "hours";
    return moment === "day" && isFiner && when !== "on" ? [{ path: "unit", message: "automations.problem.wholeDays" }] : [];
  },
  late,
  schedule: {
    // Every minute: a date may have a time of day.
    next: (_, afterMs) => new Date(Math.floor(afterMs / unitMs.minutes + 1) * unitMs.minutes).toISOString(),
    filter(config, window, { fields }) {
      const { fieldId, isYearly } = config;
      // No filter knows anniversaries.
      if (isYearly) return { fieldId, operator: "EXISTS" };
      const { from, to } = daysArriving(config, window);
      const field = fields.find(({ id }) => id === fieldId);
      const isDay = field && definitionOf(field.type).moment === "day";
      const { timeZone } = window;
      const value = isDay ? [from, to] : [instantOf(from, "00:00", timeZone), endOfDay(to, timeZone)];
      return { fieldId, operator: "BETWEEN", value };
    },
    firesAt(config, fields, window) {
      const value = fields[config.fieldId];
      if (typeof value !== "string") return null;
      const { from, to, timeZone } = window;
      const dates = config.isYearly ? anniversaries(value, daysArriving(config, window), timeZone) : [value];
      return dates.map((date) => arrivalOf(config, date, timeZone)).find((at) => at > from && at <= to) ?? null;
    },
  },
});

/**
 * The day, or the instant, in each year between these days from its own on. The offset is applied to each afterwards: between the same two dates there are more days in
 * a leap year.
 */
function anniversaries(value: string, { from, to }: { readonly from: string; readonly to: string }, timeZone: string): string[] {
  const isDay = value.length === 10;
  const day = isDay ? value : dayOf(Date.parse(value), timeZone);
  const ofDay = Number(day.slice(0, 4));
  const dates: string[] = [];
  for (let year = Math.max(ofDay, Number(from.slice(0, 4))); year <= Number(to.slice(0, 4)); year++) {
    const anniversary = laterDay(day, year - ofDay, "years");
    // For an instant, the local time of day: its UTC time may fall on another day, and shifts with daylight saving.
    dates.push(isDay ? anniversary : instantOf(anniversary, timeIn(Date.parse(value), timeZone), timeZone));
  }
  return dates;
}
