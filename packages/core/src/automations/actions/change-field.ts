import * as z from "zod";
import { type FieldType } from "../../cards/fields/registry.ts";
import { holdsSeveral } from "../../cards/list-values.ts";
import { isEmpty } from "../../cards/rules.ts";
import { calculate, calculated, problemsOfCalculation } from "./calculation.ts";
import { shift, shifted, problemsOfShift } from "./date-shift.ts";
import { type ActionContext, action } from "./definition.ts";
import { type Result, fieldId, ValueSchema } from "./settings.ts";

/** Types of fields that a text can be written into. */
export const writableTypes: ReadonlySet<FieldType> = new Set(["text", "textarea", "email", "phone", "url"]);

const hasValue = ({ fieldId: chosen, value }: { readonly fieldId: string; readonly value?: unknown }): boolean =>
  chosen === "" || !isEmpty(value);
const noValue = { path: ["value"], message: "automations.problem.chooseValue" };
const set = z.object({ how: z.literal("set"), fieldId, value: ValueSchema.optional() }).refine(hasValue, noValue);
const some = z.array(z.string().max(100)).max(200).optional();
const add = z.object({ how: z.literal("add"), fieldId, value: some }).refine(hasValue, noValue);
const remove = z.object({ how: z.literal("remove"), fieldId, value: some }).refine(hasValue, noValue);
const clear = z.object({ how: z.literal("clear"), fieldId });
const copy = z.object({ how: z.literal("copy"), fieldId, fromFieldId: fieldId });
const write = z.object({
  how: z.literal("write"),
  fieldId,
  text: z.string().trim().min(1, "automations.problem.noText").max(5_000, "validation.length"),
});
/**
 * Sets a field of the card, clears it, adds to the list that it holds or takes out of it, copies another field into it, writes a text with variables, calculates a
 * number, or counts from a date.
 */
export const changeField = action({
  isUndoable: true,
  config: z.discriminatedUnion("how", [set, add, remove, clear, copy, write, calculate, shift]),
  effects(config, typeId) {
    const value = config.how === "set" ? config.value : config.how === "clear" ? null : undefined;
    return [{ kind: "fieldChanged", typeId, fieldId: config.fieldId, value }];
  },
  async call(config, context) {
    // What else is in the list by then stays, so it is not written from what is known of the card now.
    if (config.how === "add" || config.how === "remove")
      return { procedure: "cards.update", input: { cardId: context.card.id, [config.how]: { [config.fieldId]: config.value } } };
    const result = await valueOf(config, context);
    if ("skipped" in result) return result;
    return { procedure: "cards.update", input: { cardId: context.card.id, fields: { [config.fieldId]: result.value } } };
  },
  async problems(config, type, { refusals }) {
    const { fields } = type;
    const field = fields.find(({ id }) => id === config.fieldId);
    if (!field) return [{ path: "fieldId", message: "automations.problem.field" }];
    if (config.how === "set" && field.type === "password") return [{ path: "fieldId", message: "automations.problem.secret" }];
    if (config.how === "clear" && field.required) return [{ path: "fieldId", message: "automations.problem.required" }];
    if (config.how === "write" && !writableTypes.has(field.type))
      return [{ path: "fieldId", message: "automations.problem.field" }];
    if (config.how === "calculate") return problemsOfCalculation(config, field, fields);
    if (config.how === "shift") return problemsOfShift(config, field, fields);
    const isOfList = config.how === "add" || config.how === "remove";
    if (isOfList && !holdsSeveral(field)) return [{ path: "fieldId", message: "automations.problem.oneValue" }];
    if (config.how === "set" || isOfList) {
      const refused = (await refusals(type, { [field.id]: config.value }, "change"))[field.id];
      return refused ? [{ path: "value", message: refused }] : [];
    }
    if (config.how !== "copy") return [];
    const from = fields.find(({ id }) => id === config.fromFieldId);
    if (!from) return [{ path: "fromFieldId", message: "automations.problem.field" }];
    return from.type === field.type && from.type !== "password"
      ? []
      : [{ path: "fromFieldId", message: "automations.problem.otherKind" }];
  },
  texts: (config): Readonly<Record<string, string>> =>
    config.how === "write" ? { text: config.text } : config.how === "calculate" ? { formula: config.formula } : {},
  filled: (config): Readonly<Record<string, string>> =>
    config.how === "write" ? { [config.fieldId]: "automations.failed.noValue" } : {},
});

type Written = Exclude<z.output<typeof changeField.config>, { readonly how: "add" | "remove" }>;

async function valueOf(config: Written, context: ActionContext): Promise<Result> {
  switch (config.how) {
    case "set":
      return { value: config.value };
    case "clear":
      return { value: null };
    case "copy":
      return { value: context.card.fields[config.fromFieldId] ?? null };
    case "write":
      return { value: (await context.text(config.text)) || null };
    case "calculate":
      return calculated(config, context);
    case "shift":
      return shifted(config, context);
  }
}
