import { lazy, tenantEntity } from "../../data/entity.ts";
import { partition } from "../../data/partitions.ts";

/** When all automations of the organization were paused. Main: one item per organization. */
export const pauseEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "automationPause", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      /** `{ from, until, by }`, the oldest first. */
      pauses: { type: "list", items: { type: "any" }, required: true },
      version: { type: "number", required: true },
    },
    indexes: { main: { pk: partition("automationPause"), sk: { field: "sk", composite: [], casing: "none" } } },
  }),
);
