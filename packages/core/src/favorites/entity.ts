import { lazy, tenantEntity } from "../data/entity.ts";

/** One item per person and starred card: reading a person's is one query of a few small items. */
export const favoriteEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "favorite", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      userId: { type: "string", required: true },
      cardId: { type: "string", required: true },
      addedAt: { type: "string", required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "userId"], casing: "none" },
        sk: { field: "sk", composite: ["cardId"], casing: "none" },
      },
    },
  }),
);

/** The cards a person was at last, newest first, in one item: each visit replaces it, and none is dear enough to keep two writers apart for. */
export const recentEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "recent", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      kind: { type: "string", required: true, default: "recent" },
      userId: { type: "string", required: true },
      cardIds: { type: "list", items: { type: "string" }, required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "kind"], casing: "none" },
        sk: { field: "sk", composite: ["userId"], casing: "none" },
      },
    },
  }),
);
