import { lazy, tenantEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";
import { webhookSources } from "./schema.ts";

/** A call of a provider's, as far as Kartis needs it; kept for thirty days, so that its effect can be driven again. Main: by source and the provider's own key. */
export const webhookEventEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "webhookEvent", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      source: { type: webhookSources, required: true },
      /** The same for the same call delivered again. */
      key: { type: "string", required: true },
      /** Its subject: what it is about. */
      subjectId: { type: "string", required: true },
      /** Absent in an alias, which only has the key, and once it is erased, with the person that it was about: the key stays, so that the call is not taken in anew. */
      payload: { type: "any" },
      at: { type: "string", required: true },
      expiresAt: { type: "number", required: true },
    },
    indexes: {
      main: { pk: partition("webhookEvent"), sk: { field: "sk", composite: ["source", "key"], casing: "none" } },
    },
  }),
);
