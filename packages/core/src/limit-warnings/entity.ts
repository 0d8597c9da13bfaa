import { lazy, unrecordedEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";

/** Usage of a limit at the last check. Main: all of an organization, in one query of a few small items. */
export const warningEntity = lazy(() =>
  unrecordedEntity("derived", {
    model: { service: "kartis", entity: "limitWarning", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      kind: { type: ["limitWarning"] as const, required: true, default: "limitWarning" },
      limitName: { type: "string", required: true },
      /** 0, 80 or 100. */
      level: { type: "number", required: true },
      /** When usage last reached 80 and 100 percent. */
      risen80At: { type: "string" },
      risen100At: { type: "string" },
      /** The level of the last rise, for its mail. */
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

/** A person has dismissed a warning, until usage rises to that level again. Main: all of a person. */
export const dismissalEntity = lazy(() =>
  unrecordedEntity("personal", {
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
        pk: partition("limitDismissal"),
        sk: { field: "sk", composite: ["userId", "limitName", "level"], casing: "none" },
      },
    },
  }),
);
