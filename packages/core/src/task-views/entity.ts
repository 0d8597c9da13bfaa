import { lazy, tenantEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";

/** One item per view under one key of the organization: they are few, read together, and change rarely. */
export const taskViewEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "taskView", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      viewId: { type: "string", required: true },
      name: { type: "string", required: true },
      isPrivate: { type: "boolean", required: true },
      ownerId: { type: "string" },
      /** Absent until the view is moved: it is then ordered by its creation time. */
      order: { type: "number" },
      version: { type: "number", required: true },
      stateVersion: { type: "number", required: true },
      /** The `TaskViewState` of schema.ts. */
      state: { type: "any", required: true },
    },
    indexes: {
      main: {
        pk: partition("taskView"),
        sk: { field: "sk", composite: ["viewId"], casing: "none" },
      },
    },
  }),
);
