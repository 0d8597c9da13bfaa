import { lazy, tenantEntity } from "../data/entity.ts";

/** A long operation and how far it is. Its cursor moves in the transaction of each chunk, so that what it counts is what is there. */
export const operationEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "operation", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      operationId: { type: "string", required: true },
      kind: {
        type: [
          "import",
          "export",
          "bulk",
          "revert",
          "conversion",
          "audit",
          "erasure",
          "personExport",
          "handOver",
          "ownExport",
        ] as const,
        required: true,
      },
      state: { type: ["running", "done", "failed", "canceled"] as const, required: true },
      /** What was asked, in the shape of the kind. */
      input: { type: "any", required: true },
      userId: { type: "string", required: true },
      /** The role with whose eyes that person looked when they began it. */
      viewAs: { type: "string" },
      createdAt: { type: "string", required: true },
      /** When it came to its end, in whatever way. Its records are between the two. */
      endedAt: { type: "string" },
      /** Units (rows) dealt with; the cursor. */
      done: { type: "number", required: true },
      /** Of an operation that goes through cards: the last one dealt with. */
      lastCardId: { type: "string" },
      /** Of one that goes through something else: where it is, in the shape of the kind. */
      position: { type: "any" },
      total: { type: "number" },
      created: { type: "number", required: true },
      updated: { type: "number", required: true, default: 0 },
      skipped: { type: "number", required: true },
      failed: { type: "number", required: true },
      /** Catalogue key of why it failed. */
      failure: { type: "string" },
      /** What the message names. */
      failureParams: { type: "any" },
      resultFileId: { type: "string" },
      rejectsFileId: { type: "string" },
      expiresAt: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "operationId"], casing: "none" },
        sk: { field: "sk", composite: [], casing: "none" },
      },
      /** The organization's operations of a kind, newest last. */
      byKind: {
        index: "gsi1",
        pk: { field: "gsi1pk", composite: ["orgId", "kind"], casing: "none" },
        sk: { field: "gsi1sk", composite: ["createdAt"], casing: "none" },
      },
    },
  }),
);

/** What an operation must remember of one chunk, which it leaves nowhere else, so that it can be gone on with; in the chunk's transaction. */
export const memoryEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "memory", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      operationId: { type: "string", required: true },
      chunk: { type: "string", required: true },
      bytes: { type: "any", required: true },
      expiresAt: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "operationId"], casing: "none" },
        sk: { field: "sk", composite: ["chunk"], casing: "none" },
      },
    },
  }),
);

/** What is told of one chunk, in its transaction: the refused rows, and examples of what changes. An operation's item would outgrow 400 KB. */
export const rejectEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "reject", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      operationId: { type: "string", required: true },
      /** The cursor before the chunk, padded so that it sorts. */
      chunk: { type: "string", required: true },
      rejects: { type: "any", required: true },
      examples: { type: "any" },
      expiresAt: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "operationId"], casing: "none" },
        sk: { field: "sk", composite: ["chunk"], casing: "none" },
      },
    },
  }),
);
