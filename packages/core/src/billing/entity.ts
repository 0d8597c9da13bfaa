import { lazy, unrecordedEntity } from "../data/entity.ts";

/** A change of plan in progress: from asking the provider until the plan has changed. Main: by id; the organization's, oldest first. */
export const checkoutEntity = lazy(() =>
  unrecordedEntity("passing", {
    model: { service: "kartis", entity: "checkout", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      kind: { type: ["checkout"] as const, required: true, default: "checkout" },
      checkoutId: { type: "string", required: true },
      sessionId: { type: "string" },
      plan: { type: ["STARTER", "PRO", "ENTERPRISE"] as const, required: true },
      cycle: { type: ["monthly", "yearly"] as const, required: true },
      seats: { type: "number", required: true },
      amountMinor: { type: "number", required: true },
      state: { type: ["open", "paid", "declined", "expired"] as const, required: true },
      createdAt: { type: "string", required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "kind"], casing: "none" },
        sk: { field: "sk", composite: ["checkoutId"], casing: "none" },
      },
    },
  }),
);
