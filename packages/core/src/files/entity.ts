import { lazy, tenantEntity } from "../data/entity.ts";

/** One item per file; the bytes are in S3 under a key made of organization and file. */
export const fileEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "file", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      fileId: { type: "string", required: true },
      purpose: { type: ["import", "export", "rejects"] as const, required: true },
      name: { type: "string", required: true },
      createdBy: { type: "string", required: true },
      createdAt: { type: "string", required: true },
      /** Imports and exports are passing things; S3 forgets them by the same rule. */
      expiresAt: { type: "number" },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "fileId"], casing: "none" },
        sk: { field: "sk", composite: [], casing: "none" },
      },
    },
  }),
);
