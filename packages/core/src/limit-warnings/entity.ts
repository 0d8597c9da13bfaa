import { lazy, tenantEntity } from "../data/entity.ts";

/** How far a limit was used when it was last looked at. Main: all of an organization, in one query of a few small items. */
export const warningEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "limitWarning", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      kind: { type: "string", required: true, default: "limitWarning" },
      limitName: { type: "string", required: true },
      /** 0, 80 or 100. */
      level: { type: "number", required: true },
      /** When the use last rose to 80 and to 100 percent. */
      risen80At: { type: "string" },
      risen100At: { type: "string" },
      /** The level of the last rise: what is mailed of. */
      mailedLevel: { type: "number" },
      version: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "kind"], casing: "none" },
        sk: { field: "sk", composite: ["limitName"], casing: "none" },
      },
    },
  }),
);

/** That a person wants to see no more of a warning, until the use rises to that level again. Main: all of a person. */
export const dismissalEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "limitDismissal", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      userId: { type: "string", required: true },
      limitName: { type: "string", required: true },
      level: { type: "number", required: true },
      at: { type: "string", required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "userId"], casing: "none" },
        sk: { field: "sk", composite: ["limitName", "level"], casing: "none" },
      },
    },
  }),
);
