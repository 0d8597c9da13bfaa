import { dueLanes } from "../data/due-index.ts";
import { lazy, tenantEntity, unrecordedEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";
import { connectionProblems } from "./rules.ts";

/** The organization's connection with its provider. Main: one item per organization. */
export const voipConnectionEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "voipConnection", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      provider: { type: "string", required: true },
      /** Values that are no secrets, by name. */
      values: { type: "any", required: true },
      /** The secrets by name, as JSON, encrypted. */
      secrets: { type: "string", required: true },
      /** Part of the webhook's URL: another one with each connection, so that an earlier URL is no longer valid. */
      hookKey: { type: "string", required: true },
      connectedBy: { type: "string", required: true },
      /** When its account was last entered. */
      connectedAt: { type: "string" },
      problem: { type: connectionProblems },
      problemAt: { type: "string" },
      version: { type: "number", required: true },
      createdAt: { type: "string", required: true },
    },
    indexes: { main: { pk: partition("voipConnection"), sk: { field: "sk", composite: [], casing: "none" } } },
  }),
);

/** Whose extension it is, written in the transaction of that person's settings: it is one member's. Main: by extension. */
export const extensionEntity = lazy(() =>
  unrecordedEntity("personal", {
    model: { service: "kartis", entity: "voipExtension", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      extension: { type: "string", required: true },
      userId: { type: "string", required: true },
    },
    indexes: { main: { pk: partition("voipExtension"), sk: { field: "sk", composite: ["extension"], casing: "none" } } },
  }),
);

/** How far the provider's log of calls has been compared. Main: one item per organization. By due time: of all organizations. */
export const callLogEntity = lazy(() =>
  unrecordedEntity(
    "progress",
    {
      model: { service: "kartis", entity: "callLog", version: "1" },
      attributes: {
        orgId: { type: "string", required: true },
        lane: { type: dueLanes, required: true },
        dueAt: { type: "string", required: true },
        /** Calls that began before this, and longer before than a call lasts, are known. */
        readTo: { type: "string", required: true },
        version: { type: "number", required: true },
      },
      indexes: {
        main: { pk: partition("callLog"), sk: { field: "sk", composite: [], casing: "none" } },
        byDue: {
          index: "gsi1",
          pk: { field: "gsi1pk", composite: ["lane"], casing: "none" },
          sk: { field: "gsi1sk", composite: ["dueAt", "orgId"], casing: "none" },
        },
      },
    },
    { index: "byDue", because: "the sweep finds whose log is due, and then works for each organization alone" },
  ),
);

/**
 * Which call a provider's id belongs to, for calls that were placed in Kartis before the provider had given them one, and which calls were deleted here. Main: by that
 * id.
 */
export const callAliasEntity = lazy(() =>
  unrecordedEntity("derived", {
    model: { service: "kartis", entity: "callAlias", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      key: { type: "string", required: true },
      callId: { type: "string", required: true },
      expiresAt: { type: "number", required: true },
    },
    indexes: { main: { pk: partition("callAlias"), sk: { field: "sk", composite: ["key"], casing: "none" } } },
  }),
);
