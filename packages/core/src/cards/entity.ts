import { globalEntity, lazy, tenantEntity } from "../data/entity.ts";

/**
 * Keys and load. Cards are spread over `shardCount` partitions of the organization, so that an import may write at several times the 1,000
 * units a second that one key takes, and the replica's cold build reads them side by side. Read by id needs no index: the shard follows
 * from the id.
 */
export const shardCount = 8;

/** The partition of a card, from the random end of its id (its beginning is time, which would fill one shard after the other). */
export function shardOf(cardId: string): string {
  const last = cardId.charCodeAt(cardId.length - 1);
  return String(last % shardCount);
}

export const cardEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "card", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      shard: { type: "string", required: true },
      cardId: { type: "string", required: true },
      typeId: { type: "string", required: true },
      version: { type: "number", required: true },
      /** Field id → value. */
      fields: { type: "any", required: true },
      /** Field id → the encrypted value of a secret field (`secrets.ts`); among `fields` stands only that there is one. */
      secrets: { type: "any" },
      /** Field id → the card's version at which it last changed: what lets two writers of different fields merge. */
      fieldVersions: { type: "any", required: true },
      createdAt: { type: "string", required: true },
      updatedAt: { type: "string", required: true },
      trashedAt: { type: "string" },
      /** Of a card in the trash: the card it was merged into. */
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

/** One item per organization and card type, its fields within: a type is read whole and changes rarely. */
export const cardTypeEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "cardType", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      kind: { type: "string", required: true, default: "type" },
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

/**
 * Counts up with whatever must be decided with all types in view: their slugs, API names and order. Of two who create or rename at once one plans again
 * and sees what the other has taken.
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
 * A lock on what identifies a card: type and the normalised values of the type's identifiers, hashed. It is written in the card's own
 * transaction with "must not exist", so of two writers at once one wins.
 */
export const identifierEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "identifier", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      hash: { type: "string", required: true },
      cardId: { type: "string", required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "hash"], casing: "none" },
        sk: { field: "sk", composite: [], casing: "none" },
      },
    },
  }),
);

/**
 * That an organization has cards in the trash whose time is up on a day: one item per organization and day, so the sweep asks only those. Load: one write
 * per organization and day on which anything was deleted, one read a sweep.
 */
export const dueTrashEntity = lazy(() =>
  globalEntity(
    {
      model: { service: "kartis", entity: "dueTrash", version: "1" },
      attributes: {
        kind: { type: "string", required: true, default: "trash" },
        /** Date in UTC from which on all that it tells of is due. */
        dueOn: { type: "string", required: true },
        orgId: { type: "string", required: true },
        /** Id of the record that said so last: what is told while a sweep looks is not forgotten by it. */
        recordId: { type: "string", required: true },
      },
      indexes: {
        main: {
          pk: { field: "pk", composite: ["kind"], casing: "none" },
          sk: { field: "sk", composite: ["dueOn", "orgId"], casing: "none" },
        },
      },
    },
    "the sweep looks for the organizations whose trash is due; it says which and holds nothing of theirs",
  ),
);
