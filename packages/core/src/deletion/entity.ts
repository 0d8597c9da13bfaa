import { globalEntity, lazy } from "../data/entity.ts";

/** Its name in the table: a sweep skips it. */
export const deletedOrganization = "deletedOrganization";

/**
 * Remains of a deleted organization: that it existed, when it was deleted and by whom, and the progress of its erasure. Nothing about its name or content.
 * Main: one per organization, since an id is never reused. `byState`: what is still to be erased, and what was, for the admin console.
 */
export const deletedOrganizationEntity = lazy(() =>
  globalEntity(
    {
      model: { service: "kartis", entity: deletedOrganization, version: "1" },
      attributes: {
        orgId: { type: "string", required: true },
        state: { type: ["erasing", "erased"] as const, required: true },
        deletedAt: { type: "string", required: true },
        deletedBy: { type: "string", required: true },
        /** The reason, for a deletion by a platform admin. */
        reason: { type: "string" },
        /** Incremented with each step, so that of two simultaneous erasures one gives up. */
        version: { type: "number", required: true },
        /** The sweep's position in the organization's partitions; absent between two sweeps. */
        cursor: { type: "any" },
        /** Start of the current sweep. */
        sweepBeganAt: { type: "string" },
        /** Number of items that the current sweep has found. */
        found: { type: "number", required: true },
        /** Items and objects deleted in all. */
        erased: { type: "number", required: true },
        /** When a complete sweep that began late enough found nothing. */
        erasedAt: { type: "string" },
      },
      indexes: {
        main: {
          pk: { field: "pk", composite: ["orgId"], casing: "none" },
          sk: { field: "sk", composite: [], casing: "none" },
        },
        byState: {
          index: "gsi1",
          pk: { field: "gsi1pk", composite: ["state"], casing: "none" },
          sk: { field: "gsi1sk", composite: ["deletedAt", "orgId"], casing: "none" },
        },
      },
    },
    "it is what stays when all of an organization is gone",
  ),
);
