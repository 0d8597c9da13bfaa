import * as z from "zod";
import { CardTypeIdSchema } from "../../cards/schema.ts";
import { action } from "./definition.ts";
import { ValueSchema } from "./settings.ts";

/** Creates a card, and links the triggering card to it if `relationFieldId` is given. */
export const createCard = action({
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
  problems: ({ relationFieldId }, { fields }) =>
    relationFieldId === null || fields.some(({ id, type }) => id === relationFieldId && type === "cardRelation")
      ? []
      : [{ path: "relationFieldId", message: "automations.problem.field" }],
  // A trashed card cannot be changed, so it cannot be linked to the new one.
  worksInTrash: ({ relationFieldId }) => relationFieldId === null,
  effects: ({ typeId, fields, relationFieldId }, own) => [
    { kind: "cardCreated", typeId, fields: { owner: undefined, ...fields } },
    ...(relationFieldId ? [{ kind: "fieldChanged" as const, typeId: own, fieldId: relationFieldId, value: undefined }] : []),
  ],
  variables: () => ["name", "link"],
  texts: ({ name }) => ({ name }),
});
