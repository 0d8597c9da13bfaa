import { lazy, tenantEntity } from "../data/entity.ts";

/** How a file with these columns was last imported into a type; one item each, read by its key when such a file is chosen again. */
export const mappingEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "importMapping", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      typeId: { type: "string", required: true },
      /** Of the headers, in their order. */
      signature: { type: "string", required: true },
      mapping: { type: "any", required: true },
      mode: { type: "string", required: true },
      matchFieldId: { type: "string" },
      expiresAt: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "typeId"], casing: "none" },
        sk: { field: "sk", composite: ["signature"], casing: "none" },
      },
    },
  }),
);
