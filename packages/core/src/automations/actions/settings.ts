import * as z from "zod";
import { idSchema } from "../../kernel/id-schema.ts";
import { isStorable } from "../../kernel/numbers.ts";
import type { UserId } from "../../kernel/id.ts";
import type { Problem } from "../triggers/definition.ts";
import { type ActionContext, type Lookups, type TimeUnit, timeUnits } from "./definition.ts";

/* Settings shared by several actions. */

/** Ten years at most. Minutes and hours are capped lower, because large numbers of them are unreadable. */
const maxAmount = { minutes: 10_000, hours: 10_000, days: 3_650, weeks: 520, months: 120, years: 10 } as const;

/** The catalogue key of the problem if the duration is too long, otherwise undefined. */
export const tooLong = (amount: number, unit: TimeUnit): string | undefined =>
  amount <= maxAmount[unit]
    ? undefined
    : `automations.problem.${unit === "minutes" || unit === "hours" ? "longerUnit" : "tooLong"}`;

export const DurationSchema = z
  .object({ amount: z.number().int().min(1, "validation.positive"), unit: z.enum(timeUnits) })
  .superRefine(({ amount, unit }, context) => {
    const message = tooLong(amount, unit);
    if (message) context.addIssue({ code: "custom", path: ["amount"], message });
  });

export const fieldId = z.string().min(1, "automations.problem.chooseField").max(100);

/** What a field is changed to, or why it is not: a catalogue key. */
export type Result = { readonly value: unknown } | { readonly skipped: string };

/** A field's value. The field validates it when it is written; here only unstorable numbers are refused. */
export const ValueSchema = z.unknown().refine(isStorableValue, "validation.numberBounds");

function isStorableValue(value: unknown): boolean {
  if (typeof value === "number") return isStorable(value);
  return typeof value !== "object" || value === null || Object.values(value).every(isStorableValue);
}

/** The card's owner, a given member, or nobody. */
export const AssigneeSchema = z.union([z.literal("owner"), idSchema("usr"), z.null()]);

/** A member who has left, or was suspended, since they were chosen. */
export const problemsOfAssignee = async (
  path: string,
  assignee: z.output<typeof AssigneeSchema>,
  { isMember }: Lookups,
): Promise<readonly Problem[]> =>
  assignee === null || assignee === "owner" || (await isMember(assignee))
    ? []
    : [{ path, message: "automations.problem.member" }];

/** The assigned member. `owner` falls back to the automation's publisher if the card has no active owner. */
export const assigneeOf = (assignee: z.output<typeof AssigneeSchema>, { owner, publisherId }: ActionContext): UserId | null =>
  assignee === "owner" ? (owner ?? publisherId) : assignee;
