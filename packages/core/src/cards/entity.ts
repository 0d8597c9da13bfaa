import { globalEntity, lazy, tenantEntity, unrecordedEntity } from "../data/entity.ts";
import { partition, shardedPartition } from "../data/partitions.ts";

/**
 * Keys and load. Cards and their identifier locks are spread over as many partitions of the organization, so that an import can write at several times the
 * 1,000 units a second that one key takes, and the replica's cold build reads them in parallel. Reading by id needs no index: the shard follows from the id.
 */
export const shards = ["0", "1", "2", "3", "4", "5", "6", "7"] as const;

/** The partition of a card or a lock, from the random end of its id or hash (an id begins with the time, which would fill one shard after the other). */
export function shardOf(id: string): (typeof shards)[number] {
  const shard = shards[id.charCodeAt(id.length - 1) % shards.length];
  if (shard === undefined) throw new Error("Nothing has an empty id");
  return shard;
}

export const cardEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "card", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      shard: { type: shards, required: true },
      cardId: { type: "string", required: true },
      typeId: { type: "string", required: true },
      version: { type: "number", required: true },
      /** Field id → value. */
      fields: { type: "any", required: true },
      /** Field id → the encrypted value of a secret field (`secrets.ts`); `fields` only holds a mark that there is one. */
      secrets: { type: "any" },
      /** Merged cards only: the survivor's own secrets that the merge replaced, encrypted for the survivor. */
      displacedSecrets: { type: "any" },
      /** Field id → the card's version at which it last changed, unless that was its creation: lets writers of different fields merge. */
      fieldVersions: { type: "any", required: true },
      createdAt: { type: "string", required: true },
      updatedAt: { type: "string", required: true },
      trashedAt: { type: "string" },
      /** Trashed cards only: the card that it was merged into. */
      mergedInto: { type: "string" },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "shard"], casing: "none" },
        sk: { field: "sk", composite: ["cardId"], casing: "none" },
      },
    },
  }),
);

/** One item per organization and card type, with its fields inside: a type is read as a whole and changes rarely. */
export const cardTypeEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "cardType", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      kind: { type: ["type"] as const, required: true, default: "type" },
      typeId: { type: "string", required: true },
      version: { type: "number", required: true },
      /** The `CardType` of schema.ts. */
      definition: { type: "any", required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "kind"], casing: "none" },
        sk: { field: "sk", composite: ["typeId"], casing: "none" },
      },
    },
  }),
);

/** Fields of a card type that assign cards to people (`assigning.ts`), in one item: read by every call whose permission covers only some cards. */
export const assigningFieldsEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "assigningFields", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      kind: { type: ["assigningFields"] as const, required: true, default: "assigningFields" },
      typeId: { type: "string", required: true },
      fieldIds: { type: "list", items: { type: "string" }, required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "kind"], casing: "none" },
        sk: { field: "sk", composite: ["typeId"], casing: "none" },
      },
    },
  }),
);

/**
 * Incremented with whatever must be decided with all types in view: their slugs, API names and order. Of two people who create or rename at once, one has to
 * prepare again and then sees what the other took.
 */
export const cardTypeRegisterEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "cardTypeRegister", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      revision: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId"], casing: "none" },
        sk: { field: "sk", composite: [], casing: "none" },
      },
    },
  }),
);

/**
 * A lock on a card's identifier: a hash of the type and the normalised values of the type's identifiers. It is written in the card's own transaction with "must
 * not exist", so of two writers at once one wins.
 */
export const identifierEntity = lazy(() =>
  unrecordedEntity("derived", {
    model: { service: "kartis", entity: "identifier", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      shard: { type: shards, required: true },
      hash: { type: "string", required: true },
      cardId: { type: "string", required: true },
    },
    indexes: {
      main: {
        pk: shardedPartition("identifier"),
        sk: { field: "sk", composite: ["hash"], casing: "none" },
      },
    },
  }),
);

/**
 * Marks that an organization has trashed cards due on a day: one item per organization and day, so the sweep visits only those. Load: one write per
 * organization and day on which anything was deleted, one read per sweep.
 */
export const dueTrashEntity = lazy(() =>
  globalEntity(
    {
      model: { service: "kartis", entity: "dueTrash", version: "1" },
      attributes: {
        kind: { type: ["trash"] as const, required: true, default: "trash" },
        /** UTC date from which everything it covers is due. */
        dueOn: { type: "string", required: true },
        orgId: { type: "string", required: true },
        /** Id of the last record that set it, so that values added during a sweep are not lost. */
        recordId: { type: "string", required: true },
      },
      indexes: {
        main: {
          pk: { field: "pk", composite: ["kind"], casing: "none" },
          sk: { field: "sk", composite: ["dueOn", "orgId"], casing: "none" },
        },
        byOrganization: {
          index: "gsi1",
          pk: partition("dueTrash", "gsi1pk"),
          sk: { field: "gsi1sk", composite: ["dueOn"], casing: "none" },
        },
      },
    },
    "the sweep looks for the organizations whose trash is due; it says which and holds nothing of theirs",
  ),
);
