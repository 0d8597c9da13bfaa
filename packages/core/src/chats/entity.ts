import { lazy, tenantEntity, unrecordedEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";

/**
 * A conversation. Main: by its id, which is derived from the number, so that two messages of a stranger cannot create two. Each message writes it: one person does
 * not write a thousand times a second, and an organization's number is limited to eighty messages a second.
 */
export const chatEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "chat", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      chatId: { type: "string", required: true },
      phone: { type: "string", required: true },
      name: { type: "string" },
      cardId: { type: "string", required: true },
      assignedTo: { type: "string" },
      isClosed: { type: "boolean", required: true },
      unread: { type: "number", required: true },
      /** The last received message, and the number of ours that received it. */
      inboundAt: { type: "string" },
      inboundTo: { type: "string" },
      /** When the customer asked for no more messages, or Meta refused one for them; absent while they take messages. */
      optedOutAt: { type: "string" },
      /** When the customer asked for messages again the last time. */
      optedInAt: { type: "string" },
      /** `LastMessage`. */
      last: { type: "any" },
      /** The people of its card, for scopes. */
      people: { type: "any", required: true },
      version: { type: "number", required: true },
      createdAt: { type: "string", required: true },
    },
    indexes: { main: { pk: partition("chat"), sk: { field: "sk", composite: ["chatId"], casing: "none" } } },
  }),
);

/** That the number of a permanently deleted conversation wants no messages. Main: by the conversation's id; the record of its deletion says so too. */
export const keptOptOutEntity = lazy(() =>
  unrecordedEntity("derived", {
    model: { service: "kartis", entity: "keptOptOut", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      chatId: { type: "string", required: true },
      since: { type: "string", required: true },
    },
    indexes: { main: { pk: partition("keptOptOut"), sk: { field: "sk", composite: ["chatId"], casing: "none" } } },
  }),
);
