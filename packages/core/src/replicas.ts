import { cardProjection } from "./cards/projection.ts";
import { replicasOf } from "./data/replica/index.ts";
import { fileProjection } from "./files/projection.ts";

/** The replicas of this process, made of every domain's projection: a domain that wants to be listed and searched adds its own here. */
export const {
  openReplica,
  writeSnapshot,
  writeSnapshotIfDue,
  republish,
  forget: dropReplicas,
} = replicasOf([cardProjection, fileProjection]);
