import { lazy, tenantEntity, unrecordedEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";
import { filePurposes, uploadPurposes } from "./schema.ts";

/**
 * A temporary file: an import, an export, or an unfinished upload. One item per file; its bytes are in S3 under a key made of organization and file, and both
 * expire at the same time.
 */
export const fileEntity = lazy(() =>
  unrecordedEntity("passing", {
    model: { service: "kartis", entity: "file", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      fileId: { type: "string", required: true },
      purpose: { type: filePurposes, required: true },
      name: { type: "string", required: true },
      createdBy: { type: "string", required: true },
      createdAt: { type: "string", required: true },
      /** Uploads only: the card, activity or template that the file will belong to. */
      cardId: { type: "string" },
      activityId: { type: "string" },
      templateId: { type: "string" },
      expiresAt: { type: "number" },
    },
    indexes: {
      main: {
        pk: partition("file"),
        sk: { field: "sk", composite: ["fileId"], casing: "none" },
      },
    },
  }),
);

/**
 * A permanent file. Main: by its id, and all of the organization's for the replica's build; one key takes 1,000 write units a second, hundreds of uploads.
 * `byCard`: the files of one card, when it is purged.
 */
export const storedFileEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "storedFile", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      kind: { type: ["stored"] as const, required: true, default: "stored" },
      fileId: { type: "string", required: true },
      name: { type: "string", required: true },
      bytes: { type: "number", required: true },
      mime: { type: "string", required: true },
      purpose: { type: uploadPurposes, required: true },
      /** Empty for a person's own picture, and for files of activities and templates. */
      cardId: { type: "string", required: true },
      activityId: { type: "string" },
      templateId: { type: "string" },
      uploadedBy: { type: "string", required: true },
      createdAt: { type: "string", required: true },
      /** Incremented when it passes to another card, activity or template; 1 if absent. */
      version: { type: "number" },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "kind"], casing: "none" },
        sk: { field: "sk", composite: ["fileId"], casing: "none" },
      },
      byCard: {
        index: "gsi1",
        pk: { field: "gsi1pk", composite: ["orgId", "cardId"], casing: "none" },
        sk: { field: "gsi1sk", composite: ["fileId"], casing: "none" },
      },
    },
  }),
);
