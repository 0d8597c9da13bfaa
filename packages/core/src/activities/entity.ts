import { lazy, tenantEntity } from "../data/entity.ts";
import { shardedPartition } from "../data/partitions.ts";
import { activityTypes } from "./types/list.ts";

/**
 * Keys and load. Spread over partitions of their own, like cards and for the same reasons: one key takes 1,000 write units a second, and a replica's build
 * reads them side by side. The shard follows from the id, so reading by id needs no index; everything else is asked of the replica.
 */
export const shards = ["0", "1", "2", "3"] as const;

/** The partition of an activity, from the random end of its id. */
export const shardOf = (activityId: string): (typeof shards)[number] =>
  shards[activityId.charCodeAt(activityId.length - 1) % shards.length] ?? "0";

export const activityEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "activity", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      shard: { type: shards, required: true },
      activityId: { type: "string", required: true },
      type: { type: activityTypes, required: true },
      version: { type: "number", required: true },
      /** Its values, under the names of its type's schema. */
      values: { type: "any", required: true },
      /** Name of a value → the version at which it last changed, unless that was the creation: lets writers of different values merge. */
      fieldVersions: { type: "any", required: true },
      /** Whose it is: the person, or the name of another actor. */
      createdBy: { type: "string", required: true },
      /** The automation that made it in their name. */
      automationId: { type: "string" },
      createdAt: { type: "string", required: true },
      updatedAt: { type: "string", required: true },
      trashedAt: { type: "string" },
    },
    indexes: {
      main: {
        pk: shardedPartition("activity"),
        sk: { field: "sk", composite: ["activityId"], casing: "none" },
      },
    },
  }),
);
