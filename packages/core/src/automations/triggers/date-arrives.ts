import * as z from "zod";
import { definitionOf } from "../../cards/fields/registry.ts";
import { dayOf, endOfDay, instantOf, timeIn } from "../../kernel/zoned-time.ts";
import { laterDay, unitMs } from "../calendar.ts";
import { arrivalOf, arrivalShape, checkArrival, daysArriving } from "./arrival.ts";
import { trigger } from "./definition.ts";
import { when } from "./event.ts";

/** A date on the card, with an offset; optionally every year, as for birthdays. Uses the date's value at evaluation time, so changing the date reschedules it. */
export const dateArrives = trigger({
  config: z
    .object({
      fieldId: z.string().min(1, "automations.problem.chooseField").max(100),
      ...arrivalShape,
      isYearly: z.boolean().default(false),
    })
    .superRefine(checkArrival),
  // A date that is written in the automation arrives only once.
  startedBy: ({ fieldId }, effect) => effect.kind === "fieldChanged" && effect.fieldId === fieldId && effect.value === undefined,
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
    firesAt(config, fields, { from, to, timeZone }) {
      const value = fields[config.fieldId];
      if (typeof value !== "string") return null;
      const isIn = (at: string) => at > from && at <= to;
      const base = arrivalOf(config, value, timeZone);
      if (!config.isYearly) return isIn(base) ? base : null;
      const day = dayOf(Date.parse(base), timeZone);
      const years = new Set(
        [dayOf(Date.parse(from), timeZone), dayOf(Date.parse(to), timeZone)].map((one) => Number(one.slice(0, 4))),
      );
      for (const year of years) {
        const count = year - Number(day.slice(0, 4));
        if (count < 0) continue;
        const anniversary = laterDay(day, count, "years");
        // For an instant, the local time of day: its UTC time may fall on another day, and shifts with daylight saving.
        const at = instantOf(anniversary, value.length > 10 ? timeIn(Date.parse(base), timeZone) : config.at, timeZone);
        if (isIn(at)) return at;
      }
      return null;
    },
  },
});
