import { lazy, tenantEntity } from "../data/entity.ts";

/** Main: the organization's tickets, oldest first; the mail reads one by id. */
export const ticketEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "ticket", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      kind: { type: ["ticket"] as const, required: true, default: "ticket" },
      ticketId: { type: "string", required: true },
      userId: { type: "string", required: true },
      title: { type: "string", required: true },
      description: { type: "string", required: true },
      page: { type: "string" },
      createdAt: { type: "string", required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "kind"], casing: "none" },
        sk: { field: "sk", composite: ["ticketId"], casing: "none" },
      },
    },
  }),
);
