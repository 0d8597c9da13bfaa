import { lazy, tenantEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";

/** A call. Main: by its id. A line makes a few calls a minute, so that one partition holds those of an organization. */
export const callEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "call", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      callId: { type: "string", required: true },
      /** `CallFacts`. */
      facts: { type: "any", required: true },
      userId: { type: "string" },
      cardId: { type: "string" },
      activityId: { type: "string" },
      /** The member who has placed it in Kartis. */
      placedBy: { type: "string" },
      version: { type: "number", required: true },
      createdAt: { type: "string", required: true },
      changedAt: { type: "string", required: true },
    },
    indexes: { main: { pk: partition("call"), sk: { field: "sk", composite: ["callId"], casing: "none" } } },
  }),
);
