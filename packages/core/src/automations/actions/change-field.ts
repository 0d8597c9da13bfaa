import * as z from "zod";
import type { FieldType } from "../../cards/fields/registry.ts";
import { isEmpty } from "../../cards/rules.ts";
import { action } from "./definition.ts";
import { ValueSchema } from "./settings.ts";

/** Types of fields that a text can be written into. */
export const writableTypes: ReadonlySet<FieldType> = new Set(["text", "textarea", "email", "phone", "url"]);

const fieldId = z.string().min(1, "automations.problem.chooseField").max(100);

/** Sets a field of the card, clears it, copies another field into it, or writes a text with variables. */
export const changeField = action({
  config: z.discriminatedUnion("how", [
    z
      .object({ how: z.literal("set"), fieldId, value: ValueSchema.optional() })
      .refine(({ fieldId: chosen, value }) => chosen === "" || !isEmpty(value), {
        path: ["value"],
        message: "automations.problem.chooseValue",
      }),
    z.object({ how: z.literal("clear"), fieldId }),
    z.object({ how: z.literal("copy"), fieldId, fromFieldId: fieldId }),
    z.object({
      how: z.literal("write"),
      fieldId,
      text: z.string().trim().min(1, "automations.problem.noText").max(5_000, "validation.length"),
    }),
  ]),
  effects(config, typeId) {
    const value = config.how === "set" ? config.value : config.how === "clear" ? null : undefined;
    return [{ kind: "fieldChanged", typeId, fieldId: config.fieldId, value }];
  },
  async call(config, { card, text }) {
    if (config.how === "write")
      return {
        procedure: "cards.update",
        input: { cardId: card.id, fields: { [config.fieldId]: (await text(config.text)) || null } },
      };
    const value = config.how === "set" ? config.value : config.how === "copy" ? (card.fields[config.fromFieldId] ?? null) : null;
    return { procedure: "cards.update", input: { cardId: card.id, fields: { [config.fieldId]: value } } };
  },
  problems(config, { fields }) {
    const field = fields.find(({ id }) => id === config.fieldId);
    if (!field) return [{ path: "fieldId", message: "automations.problem.field" }];
    if (config.how === "set" && field.type === "password") return [{ path: "fieldId", message: "automations.problem.secret" }];
    if (config.how === "clear" && field.required) return [{ path: "fieldId", message: "automations.problem.required" }];
    if (config.how === "write" && !writableTypes.has(field.type))
      return [{ path: "fieldId", message: "automations.problem.field" }];
    if (config.how !== "copy") return [];
    const from = fields.find(({ id }) => id === config.fromFieldId);
    if (!from) return [{ path: "fromFieldId", message: "automations.problem.field" }];
    return from.type === field.type && from.type !== "password"
      ? []
      : [{ path: "fromFieldId", message: "automations.problem.otherKind" }];
  },
  texts: (config): Readonly<Record<string, string>> => (config.how === "write" ? { text: config.text } : {}),
});
