import { dueLanes } from "../data/due-index.ts";
import { CustomAttributeType, type EntityItem } from "electrodb";
import { lazy, tenantEntity, unrecordedEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";
import { mailboxDelays, mailboxProblems, sharingLevels } from "./rules.ts";

/** A member's Gmail, with the encrypted token. Main: by member, all of an organization's in one query. By address: whose mailbox Google notifies us of. */
export const gmailConnectionEntity = lazy(() =>
  tenantEntity(
    {
      model: { service: "kartis", entity: "gmailConnection", version: "1" },
      attributes: {
        orgId: { type: "string", required: true },
        userId: { type: "string", required: true },
        email: { type: "string", required: true },
        /** Encrypted. */
        refreshToken: { type: "string", required: true },
        sharing: { type: sharingLevels, required: true },
        blocked: { type: "list", items: { type: "string" }, required: true },
        strangersTypeId: { type: "string" },
        problem: { type: mailboxProblems },
        problemAt: { type: "string" },
        connectedAt: { type: "string", required: true },
        version: { type: "number", required: true },
      },
      indexes: {
        main: { pk: partition("gmailConnection"), sk: { field: "sk", composite: ["userId"], casing: "none" } },
        byAddress: {
          index: "gsi1",
          pk: { field: "gsi1pk", composite: ["email"], casing: "none" },
          sk: { field: "gsi1sk", composite: ["orgId", "userId"], casing: "none" },
        },
      },
    },
    {
      index: "byAddress",
      because:
        "Google names a mailbox by its address alone, and its mails are then kept for each organization that it is connected with",
    },
  ),
);
export type GmailConnectionItem = EntityItem<ReturnType<typeof gmailConnectionEntity>>;

/** A whole listing that is in progress, where Google no longer knows what has changed since. */
export interface Listing {
  /** The history at its beginning, from which it then goes on. */
  readonly historyId: string;
  readonly pageToken?: string | undefined;
}

/** How far a mailbox has been read, and the claim of the run that reads it. Main: by member. By due time: of all organizations. */
export const gmailProgressEntity = lazy(() =>
  unrecordedEntity(
    "progress",
    {
      model: { service: "kartis", entity: "gmailProgress", version: "1" },
      attributes: {
        orgId: { type: "string", required: true },
        userId: { type: "string", required: true },
        lane: { type: dueLanes, required: true },
        dueAt: { type: "string", required: true },
        historyId: { type: "string", required: true },
        listing: { type: CustomAttributeType<Listing>("any") },
        /** When Google was last asked to notify us. */
        watchedAt: { type: "string" },
        syncedAt: { type: "string" },
        delay: { type: mailboxDelays },
        failures: { type: "number", required: true },
        /** Incremented by every notification. */
        asked: { type: "number", required: true },
        /** The run in progress, and until when it is presumed alive (epoch milliseconds). */
        claim: { type: "string" },
        claimedUntil: { type: "number" },
        version: { type: "number", required: true },
      },
      indexes: {
        main: { pk: partition("gmailProgress"), sk: { field: "sk", composite: ["userId"], casing: "none" } },
        byDue: {
          index: "gsi1",
          pk: { field: "gsi1pk", composite: ["lane"], casing: "none" },
          sk: { field: "gsi1sk", composite: ["dueAt", "orgId", "userId"], casing: "none" },
        },
      },
    },
    {
      index: "byDue",
      because: "the sweep finds whose mailboxes are due, and then works for each one's organization alone",
    },
  ),
);
export type GmailProgress = EntityItem<ReturnType<typeof gmailProgressEntity>>;
