import * as z from "zod";
import { CardTypeIdSchema } from "../../cards/schema.ts";
import { action } from "./definition.ts";
import { ValueSchema } from "./settings.ts";

/** Creates a card of some type, and links this one to it if a relation field is named. */
export const createCard = action({
  config: z.object({
    typeId: CardTypeIdSchema,
    name: z.string().trim().min(1, "validation.required").max(500, "validation.length"),
    /** Values of the new card's other fields. */
    fields: z.record(z.string().max(100), ValueSchema).default({}),
    /** The relation field of this card that is to name the new one. */
    relationFieldId: z.string().max(100).nullable().default(null),
  }),
  async call({ typeId, name, fields, relationFieldId }, stage) {
    const { card } = stage;
    return {
      procedure: "cards.create",
      input: {
        typeId,
        fields: { owner: stage.owner ?? stage.publisherId, ...fields, name: await stage.text(name) },
        ...(relationFieldId ? { namedBy: { cardId: card.id, fieldId: relationFieldId } } : {}),
      },
    };
  },
  problems: ({ relationFieldId }, { fields }) =>
    relationFieldId === null || fields.some(({ id, type }) => id === relationFieldId && type === "cardRelation")
      ? []
      : [{ path: "relationFieldId", message: "automations.problem.field" }],
  // This card cannot be linked to the new one then.
  worksInTrash: ({ relationFieldId }) => relationFieldId === null,
  texts: ({ name }) => ({ name }),
});
