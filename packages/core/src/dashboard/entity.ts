import { lazy, unrecordedEntity } from "../data/entity.ts";

/** A person's latest dashboard settings. Main: by person. */
export const choiceEntity = lazy(() =>
  unrecordedEntity("personal", {
    model: { service: "kartis", entity: "dashboardChoice", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      kind: { type: ["dashboardChoice"] as const, required: true, default: "dashboardChoice" },
      userId: { type: "string", required: true },
      typeId: { type: "string" },
      viewId: { type: "string" },
      sumFieldId: { type: "string" },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "kind"], casing: "none" },
        sk: { field: "sk", composite: ["userId"], casing: "none" },
      },
    },
  }),
);
