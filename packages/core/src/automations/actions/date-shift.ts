import * as z from "zod";
import { definitionOf } from "../../cards/fields/registry.ts";
import type { CardType, Field } from "../../cards/schema.ts";
import { dayOf } from "../../kernel/zoned-time.ts";
import { laterDay } from "../calendar.ts";
import { after } from "../rules.ts";
import type { Problem } from "../triggers/definition.ts";
import { type ActionContext, timeUnits } from "./definition.ts";
import { type Result, fieldId, tooLong } from "./settings.ts";

/* The value of a date field, counted from another date or from the moment at which the step is executed. */

export const shift = z
  .object({
    how: z.literal("shift"),
    fieldId,
    /** The date to count from; null for the moment at which it runs. */
    fromFieldId: fieldId.nullable(),
    when: z.enum(["before", "on", "after"]),
    amount: z.number().int().min(0).default(0),
    unit: z.enum(timeUnits).default("days"),
  })
  .superRefine(({ when, amount, unit }, context) => {
    const message = when === "on" ? undefined : amount > 0 ? tooLong(amount, unit) : "validation.positive";
    if (message) context.addIssue({ code: "custom", path: ["amount"], message });
  });

type Shift = z.output<typeof shift>;

const momentOf = ({ type }: Field) => definitionOf(type).moment;

export function problemsOfShift(
  { fromFieldId, when, unit }: Shift,
  field: Field,
  fields: CardType["fields"],
): readonly Problem[] {
  const moment = momentOf(field);
  if (moment !== "day" && moment !== "instant") return [{ path: "fieldId", message: "automations.problem.dateField" }];
  const isFiner = unit === "minutes" || unit === "hours";
  const inUnit = moment === "day" && isFiner && when !== "on" ? [{ path: "unit", message: "automations.problem.wholeDays" }] : [];
  if (fromFieldId === null) return inUnit;
  const from = fields.find(({ id }) => id === fromFieldId);
  if (!from) return [{ path: "fromFieldId", message: "automations.problem.field" }, ...inUnit];
  // A day has no time of day that could be taken over.
  const isAlike = momentOf(from) === "instant" || (momentOf(from) === "day" && moment === "day");
  return isAlike ? inUnit : [{ path: "fromFieldId", message: "automations.problem.otherKind" }, ...inUnit];
}

/** The date in the field's stored form. Skipped if the date to count from is empty. */
export function shifted({ fieldId: targetId, fromFieldId, when, amount, unit }: Shift, context: ActionContext): Result {
  const { card, type, nowMs, timeZone } = context;
  const target = type.fields.find(({ id }) => id === targetId);
  const from = fromFieldId === null ? new Date(nowMs).toISOString() : card.fields[fromFieldId];
  if (!target || typeof from !== "string") return { skipped: "automations.skipped.emptyDate" };
  const by = when === "on" ? 0 : when === "before" ? -amount : amount;
  if (momentOf(target) === "instant") return { value: by === 0 ? from : after(Date.parse(from), { amount: by, unit }, timeZone) };
  const day = from.length === 10 ? from : dayOf(Date.parse(from), timeZone);
  return { value: by === 0 || unit === "minutes" || unit === "hours" ? day : laterDay(day, by, unit) };
}
