import { lazy, tenantEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";

/** One item per view under one key of the organization: they are few, read together, and change rarely. */
export const viewEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "view", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      kind: { type: ["view"] as const, required: true, default: "view" },
      viewId: { type: "string", required: true },
      /** Absent: of the cards of all types. */
      typeId: { type: "string" },
      slug: { type: "string", required: true },
      name: { type: "string", required: true },
      presets: { type: "any" },
      description: { type: "string", required: true },
      isPrivate: { type: "boolean", required: true },
      ownerId: { type: "string" },
      order: { type: "number", required: true },
      version: { type: "number", required: true },
      stateVersion: { type: "number", required: true },
      /** The `ViewState` of schema.ts. */
      state: { type: "any", required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "kind"], casing: "none" },
        sk: { field: "sk", composite: ["viewId"], casing: "none" },
      },
    },
  }),
);

/** Reserves a slug for one view: written with "must not exist", so that of two views made at once under one name one gets another number. */
export const viewSlugEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "viewSlug", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      /** The type's id, or `all`. */
      of: { type: "string", required: true },
      slug: { type: "string", required: true },
      viewId: { type: "string", required: true },
    },
    indexes: {
      main: {
        pk: partition("viewSlug"),
        sk: { field: "sk", composite: ["of", "slug"], casing: "none" },
      },
    },
  }),
);
