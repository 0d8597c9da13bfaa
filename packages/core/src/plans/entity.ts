import { lazy, unrecordedEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";

/**
 * One part of an organization's allowance of one limit: how much of it is used and how much is left. Parts are written in parallel, so that many who create at
 * once do not queue on one item; the part `pool` holds what no part has been given yet. Main: all parts of a limit, for a refill and for display.
 */
export const meterEntity = lazy(() =>
  unrecordedEntity("derived", {
    model: { service: "kartis", entity: "meter", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      /** The limit's name, with its month where it is counted by the month. */
      meter: { type: "string", required: true },
      part: { type: "string", required: true },
      used: { type: "number", required: true, default: 0 },
      left: { type: "number", required: true, default: 0 },
      /** For the pool: the limit on the sum of all parts, itself included. */
      limit: { type: "number" },
    },
    indexes: {
      main: {
        pk: partition("meter"),
        sk: { field: "sk", composite: ["meter", "part"], casing: "none" },
      },
    },
  }),
);
