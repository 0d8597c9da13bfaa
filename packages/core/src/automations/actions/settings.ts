import * as z from "zod";
import { idSchema } from "../../kernel/id-schema.ts";
import { isStorable } from "../../kernel/numbers.ts";
import type { UserId } from "../../kernel/id.ts";
import { type Stage, type TimeUnit, timeUnits } from "./definition.ts";

/* Settings that several actions have. */

/** No more than ten years: what waits longer has been forgotten by everybody. Nobody can read as many minutes or hours. */
const most = { minutes: 10_000, hours: 10_000, days: 3_650, weeks: 520, months: 120, years: 10 } as const;

/** What is wrong with so much of the unit, as a catalogue key; undefined if nothing is. */
export const tooLong = (amount: number, unit: TimeUnit): string | undefined =>
  amount <= most[unit] ? undefined : `automations.problem.${unit === "minutes" || unit === "hours" ? "longerUnit" : "tooLong"}`;

export const DurationSchema = z
  .object({ amount: z.number().int().min(1, "validation.positive"), unit: z.enum(timeUnits) })
  .superRefine(({ amount, unit }, context) => {
    const message = tooLong(amount, unit);
    if (message) context.addIssue({ code: "custom", path: ["amount"], message });
  });

/** A value of some field, which that field checks when it is written; of numbers, only those that can be kept at all. */
export const ValueSchema = z.unknown().refine(isKept, "validation.numberBounds");

function isKept(value: unknown): boolean {
  if (typeof value === "number") return isStorable(value);
  return typeof value !== "object" || value === null || Object.values(value).every(isKept);
}

/** The card's owner, a certain member, or nobody. */
export const AssigneeSchema = z.union([z.literal("owner"), idSchema("usr"), z.null()]);

/** The member; a card without an owner leaves it to whoever published the automation. */
export const assigneeOf = (assignee: z.output<typeof AssigneeSchema>, { owner, publisherId }: Stage): UserId | null =>
  assignee === "owner" ? (owner ?? publisherId) : assignee;
