import { lazy, tenantEntity } from "../data/entity.ts";

/**
 * One part of what an organization may use of one thing: what of it is used and how much is left. Parts are written side by side, so that many who create
 * at once do not queue on one item; the part `pool` holds what no part has been given yet. Main: all parts of a thing, for a refill and for what is shown.
 */
export const meterEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "meter", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      /** The limit's name, with its month where it is counted by the month. */
      meter: { type: "string", required: true },
      part: { type: "string", required: true },
      used: { type: "number", required: true, default: 0 },
      left: { type: "number", required: true, default: 0 },
      /** Of the pool: the limit that its parts and itself add up to. */
      limit: { type: "number" },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "meter"], casing: "none" },
        sk: { field: "sk", composite: ["part"], casing: "none" },
      },
    },
  }),
);
