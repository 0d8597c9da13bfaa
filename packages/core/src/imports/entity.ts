import { lazy, unrecordedEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";

/** The last import of a file with these columns into a type; one item each, read by its key when such a file is chosen again. */
export const mappingEntity = lazy(() =>
  unrecordedEntity("suggestion", {
    model: { service: "kartis", entity: "importMapping", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      typeId: { type: "string", required: true },
      /** Hash of the headers, in their order. */
      signature: { type: "string", required: true },
      mapping: { type: "any", required: true },
      mode: { type: "string", required: true },
      matchFieldId: { type: "string" },
      expiresAt: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: partition("importMapping"),
        sk: { field: "sk", composite: ["typeId", "signature"], casing: "none" },
      },
    },
  }),
);
