import { lazy, tenantEntity } from "../../data/entity.ts";

/** A member's calendar link: its current version, and its contents. It is kept when the link is removed, so that its versions continue. */
export const calendarFeedEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "calendarFeed", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      kind: { type: ["calendarFeed"] as const, required: true, default: "calendarFeed" },
      userId: { type: "string", required: true },
      /** Random, and a part of the link that is signed; absent while there is no link. */
      linkId: { type: "string" },
      /** When the link was created. */
      madeAt: { type: "string" },
      includesTasks: { type: "boolean", required: true },
      version: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "kind"], casing: "none" },
        sk: { field: "sk", composite: ["userId"], casing: "none" },
      },
    },
  }),
);
