import { lazy, unrecordedEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";

/** A long operation and its progress. Its cursor moves in the transaction of each chunk, so that the progress matches the work done exactly. */
export const operationEntity = lazy(() =>
  unrecordedEntity("progress", {
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
          "timeZone",
          "ownExport",
          "simulation",
        ] as const,
        required: true,
      },
      state: { type: ["running", "done", "failed", "canceled"] as const, required: true },
      /** The request, in the shape of the kind. */
      input: { type: "any", required: true },
      userId: { type: "string", required: true },
      /** The role as which that person previewed the organization when they began it. */
      viewAs: { type: "string" },
      /** The token of the API with which they began it. */
      tokenId: { type: "string" },
      createdAt: { type: "string", required: true },
      /** When it ended, whether it succeeded or not. Its records lie between the two instants. */
      endedAt: { type: "string" },
      /** Units (rows) processed; the cursor. */
      done: { type: "number", required: true },
      /** For operations on cards: the last one processed. */
      lastCardId: { type: "string" },
      /** For other operations: its position, in the shape of the kind. */
      position: { type: "any" },
      total: { type: "number" },
      created: { type: "number", required: true },
      updated: { type: "number", required: true, default: 0 },
      skipped: { type: "number", required: true },
      failed: { type: "number", required: true },
      /** Absent from operations that began before it was counted. */
      altered: { type: "number" },
      /** Catalogue key of why it failed. */
      failure: { type: "string" },
      /** Parameters of the message. */
      failureParams: { type: "any" },
      resultFileId: { type: "string" },
      rejectsFileId: { type: "string" },
      expiresAt: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: partition("operation"),
        sk: { field: "sk", composite: ["operationId"], casing: "none" },
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

/** State that an operation needs from a chunk in order to resume and stores nowhere else; written in the chunk's transaction. */
export const memoryEntity = lazy(() =>
  unrecordedEntity("progress", {
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
        pk: partition("memory"),
        sk: { field: "sk", composite: ["operationId", "chunk"], casing: "none" },
      },
    },
  }),
);

/** The report of one chunk, written in its transaction: rejected rows, examples of changes, altered cells. The operation's own item would exceed 400 KB. */
export const rejectEntity = lazy(() =>
  unrecordedEntity("progress", {
    model: { service: "kartis", entity: "reject", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      operationId: { type: "string", required: true },
      /** The cursor before the chunk, padded so that it sorts. */
      chunk: { type: "string", required: true },
      rejects: { type: "any", required: true },
      examples: { type: "any" },
      alterations: { type: "any" },
      expiresAt: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: partition("reject"),
        sk: { field: "sk", composite: ["operationId", "chunk"], casing: "none" },
      },
    },
  }),
);
