import * as z from "zod";
import { type CardType, CardTypeIdSchema, type Field } from "../../cards/schema.ts";
import type { CardTypeId } from "../../kernel/id.ts";
import type { Problem } from "../triggers/definition.ts";
import { action } from "./definition.ts";
import { ValueSchema } from "./settings.ts";

/** Problems of several fields are listed together: those that say nothing of the value name their field. */
function problemOfField({ fields }: CardType, fieldId: string, message: string): Problem {
  const path = `fields.${fieldId}`;
  const field = fields.find(({ id }) => id === fieldId);
  if (!field) return { path, message: "automations.problem.field" };
  const isMissing = message === "validation.required" || message === "validation.requiredForStep";
  return isMissing ? { path, message: "automations.problem.fieldRequired", about: field.label } : { path, message };
}

function problemOfRelation(field: Field | undefined, fieldId: string | null, typeId: CardTypeId): readonly Problem[] {
  if (fieldId === null) return [];
  if (field?.type !== "cardRelation") return [{ path: "relationFieldId", message: "automations.problem.field" }];
  const typeIds: readonly string[] = field.relation?.typeIds ?? [];
  return typeIds.length === 0 || typeIds.includes(typeId)
    ? []
    : [{ path: "relationFieldId", message: "automations.problem.relation" }];
}

/** Creates a card, and links the triggering card to it if `relationFieldId` is given. */
export const createCard = action({
  isUndoable: true,
  config: z.object({
    typeId: CardTypeIdSchema,
    name: z.string().trim().min(1, "automations.problem.noCardName").max(500, "validation.length"),
    /** Values of the new card's other fields. */
    fields: z.record(z.string().max(100), ValueSchema).default({}),
    /** The relation field of the triggering card that will link to the new one. */
    relationFieldId: z.string().max(100).nullable().default(null),
  }),
  async call({ typeId, name, fields, relationFieldId }, context) {
    const { card } = context;
    return {
      procedure: "cards.create",
      input: {
        typeId,
        fields: { owner: context.owner ?? context.publisherId, ...fields, name: await context.text(name) },
        ...(relationFieldId ? { namedBy: { cardId: card.id, fieldId: relationFieldId } } : {}),
      },
    };
  },
  async problems({ typeId, fields, relationFieldId }, { fields: own }, { typeOf, refusals }) {
    const inRelation = problemOfRelation(
      own.find(({ id }) => id === relationFieldId),
      relationFieldId,
      typeId,
    );
    const made = await typeOf(typeId);
    if (!made) return [{ path: "typeId", message: "automations.problem.noType" }, ...inRelation];
    const refused = Object.entries(await refusals(made, fields, "new"));
    // The step gives the card its name, and its owner where the settings do not.
    const inFields = refused.filter(([id]) => id !== "name" && (id !== "owner" || "owner" in fields));
    return [...inFields.map(([id, message]) => problemOfField(made, id, message)), ...inRelation];
  },
  // A trashed card cannot be changed, so it cannot be linked to the new one.
  worksInTrash: ({ relationFieldId }) => relationFieldId === null,
  effects: ({ typeId, fields, relationFieldId }, own) => [
    { kind: "cardCreated", typeId, fields: { owner: undefined, ...fields } },
    ...(relationFieldId ? [{ kind: "fieldChanged" as const, typeId: own, fieldId: relationFieldId, value: undefined }] : []),
  ],
  variables: () => ["name", "link"],
  texts: ({ name }) => ({ name }),
  filled: () => ({ name: "automations.failed.noName", "fields.name": "automations.failed.noName" }),
});
