import { lazy, unrecordedEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";

/** One item per person and starred card: reading a person's is one query of a few small items. */
export const favoriteEntity = lazy(() =>
  unrecordedEntity("personal", {
    model: { service: "kartis", entity: "favorite", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      userId: { type: "string", required: true },
      cardId: { type: "string", required: true },
      addedAt: { type: "string", required: true },
    },
    indexes: {
      main: {
        pk: partition("favorite"),
        sk: { field: "sk", composite: ["userId", "cardId"], casing: "none" },
      },
    },
  }),
);

/** The cards a person last opened, newest first, in one item: each visit replaces it, and none matters enough to reconcile two writers. */
export const recentEntity = lazy(() =>
  unrecordedEntity("personal", {
    model: { service: "kartis", entity: "recent", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      kind: { type: ["recent"] as const, required: true, default: "recent" },
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
