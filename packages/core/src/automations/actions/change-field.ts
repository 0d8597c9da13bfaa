import * as z from "zod";
import { isEmpty } from "../../cards/rules.ts";
import { action } from "./definition.ts";
import { ValueSchema } from "./settings.ts";

const fieldId = z.string().min(1, "automations.problem.chooseField").max(100);

/** Sets a field of the card, clears it, or copies another field into it. */
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
  ]),
  effects(config, typeId) {
    const value = config.how === "set" ? config.value : config.how === "clear" ? null : undefined;
    return [{ kind: "fieldChanged", typeId, fieldId: config.fieldId, value }];
  },
  call(config, { card }) {
    const value = config.how === "set" ? config.value : config.how === "copy" ? (card.fields[config.fromFieldId] ?? null) : null;
    return { procedure: "cards.update", input: { cardId: card.id, fields: { [config.fieldId]: value } } };
  },
  problems(config, { fields }) {
    const field = fields.find(({ id }) => id === config.fieldId);
    if (!field) return [{ path: "fieldId", message: "automations.problem.field" }];
    if (config.how === "set" && field.type === "password") return [{ path: "fieldId", message: "automations.problem.secret" }];
    if (config.how === "clear" && field.required) return [{ path: "fieldId", message: "automations.problem.required" }];
    if (config.how !== "copy") return [];
    const from = fields.find(({ id }) => id === config.fromFieldId);
    if (!from) return [{ path: "fromFieldId", message: "automations.problem.field" }];
    return from.type === field.type && from.type !== "password"
      ? []
      : [{ path: "fromFieldId", message: "automations.problem.otherKind" }];
  },
});
