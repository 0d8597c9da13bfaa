import { globalEntity, lazy } from "../data/entity.ts";

/** Its name in the table: what a sweep leaves alone. */
export const deletedOrganization = "deletedOrganization";

/**
 * What stays of a deleted organization: that there was one, when it went and by whom, and how far its erasure is. Nothing of what it was called or had. Main: one per
 * organization, since an id is never given twice. `byState`: what is still to be erased, and what was, for the admin console.
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
        /** Of a platform admin: why. */
        reason: { type: "string" },
        /** Goes up with each step, so that of two who erase at once one lets go. */
        version: { type: "number", required: true },
        /** Where the sweep through the table stands; absent between two sweeps. */
        cursor: { type: "any" },
        /** When the present sweep began. */
        sweepBeganAt: { type: "string" },
        /** What the present sweep has found. */
        found: { type: "number", required: true },
        /** Items and objects deleted in all. */
        erased: { type: "number", required: true },
        /** When a whole sweep, begun late enough, had found nothing. */
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
