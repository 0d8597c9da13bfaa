import { lazy, tenantEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";

/**
 * A conversation. Main: by its id, which follows from the number, so that two messages of one stranger cannot begin two. Each message writes it; one person does not write
 * a thousand times a second, and an organization's busiest number is allowed eighty.
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
      /** The last message that came in, and the number of ours that it came to. */
      inboundAt: { type: "string" },
      inboundTo: { type: "string" },
      /** `LastMessage`. */
      last: { type: "any" },
      /** Whose it is, for scopes: those to whom its card belongs. */
      people: { type: "any", required: true },
      version: { type: "number", required: true },
      createdAt: { type: "string", required: true },
    },
    indexes: { main: { pk: partition("chat"), sk: { field: "sk", composite: ["chatId"], casing: "none" } } },
  }),
);
