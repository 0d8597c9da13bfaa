import { lazy, unrecordedEntity } from "../../../data/entity.ts";
import { partition } from "../../../data/partitions.ts";

/**
 * Which mails on cards are a message, by its Message-ID: so that the same message, wherever it is seen, is on a card once, and answers find what they answer. Main:
 * by that id, hashed, since it may be long and contain anything.
 */
export const mailMessageEntity = lazy(() =>
  unrecordedEntity("derived", {
    model: { service: "kartis", entity: "mailMessage", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      messageHash: { type: "string", required: true },
      cardId: { type: "string", required: true },
      activityId: { type: "string", required: true },
      expiresAt: { type: "number", required: true },
    },
    indexes: {
      main: { pk: partition("mailMessage"), sk: { field: "sk", composite: ["messageHash", "cardId"], casing: "none" } },
    },
  }),
);
