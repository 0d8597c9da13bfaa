import { lazy, tenantEntity } from "../data/entity.ts";

/** What a person has last chosen to see on their dashboard. Main: by the person. */
export const choiceEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "dashboardChoice", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      kind: { type: "string", required: true, default: "dashboardChoice" },
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
