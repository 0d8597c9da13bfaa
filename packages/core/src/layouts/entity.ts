import { lazy, tenantEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";

/** One item per layout, a type's under one key: they are read together whenever a card is opened. */
export const layoutEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "layout", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      typeId: { type: "string", required: true },
      layoutId: { type: "string", required: true },
      version: { type: "number", required: true },
      /** The `Layout` of schema.ts, without the item's own attributes. */
      definition: { type: "any", required: true },
      /** The fields its type had when it was last saved. */
      knownFieldIds: { type: "list", items: { type: "string" }, required: true },
    },
    indexes: {
      main: {
        pk: partition("layout"),
        sk: { field: "sk", composite: ["typeId", "layoutId"], casing: "none" },
      },
    },
  }),
);
