import type { EntityItem } from "electrodb";
import { lazy, unrecordedEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";
import { subjectKinds } from "../data/journal.ts";
import { purposeNames } from "./schema.ts";
import { effectStates } from "./states.ts";

/**
 * An effect outside Kartis, and its outcome. Main: by id, as its record names it. `open`: effects that wait for a decision of the organization, newest last; others
 * are not in it.
 */
export const effectEntity = lazy(() =>
  unrecordedEntity("progress", {
    model: { service: "kartis", entity: "effect", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      effectId: { type: "string", required: true },
      purpose: { type: purposeNames, required: true },
      state: { type: effectStates, required: true },
      /** The recipient, if they have an account. */
      userId: { type: "string" },
      /** Its subject. */
      subjectKind: { type: subjectKinds, required: true },
      subjectId: { type: "string", required: true },
      /** Payload in the shape of the purpose: ids and encrypted secrets for the call, no personal values. Deleted once it is settled. */
      payload: { type: "any" },
      /** Incremented with each change. */
      version: { type: "number", required: true },
      /** Number of times that a person has repeated it: part of the provider's key. */
      round: { type: "number", required: true },
      /** Calls of this round. */
      attempts: { type: "number", required: true },
      /** During a call: until when (epoch milliseconds) the calling process is presumed alive. */
      claimedUntil: { type: "number" },
      /** Why it was refused, as the purpose's own code. */
      reason: { type: "string" },
      /** The provider's own id of the result. */
      reference: { type: "string" },
      /** `person` while it waits for a decision; `nobody` otherwise. */
      waits: { type: ["person", "nobody"] as const, required: true },
      createdAt: { type: "string", required: true },
      changedAt: { type: "string", required: true },
      expiresAt: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: partition("effect"),
        sk: { field: "sk", composite: ["effectId"], casing: "none" },
      },
      open: {
        index: "gsi1",
        condition: ({ waits }) => waits === "person",
        pk: { field: "gsi1pk", composite: ["orgId", "waits"], casing: "none" },
        sk: { field: "gsi1sk", composite: ["changedAt", "effectId"], casing: "none" },
      },
    },
  }),
);

export type EffectItem = EntityItem<ReturnType<typeof effectEntity>>;
