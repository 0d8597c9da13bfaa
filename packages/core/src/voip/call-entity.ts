import { dueLanes } from "../data/due-index.ts";
import { lazy, tenantEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";

/**
 * A call. Main: by its id. A line makes a few calls a minute, so that one partition holds those of an organization. By silence: pending ones of all organizations, by
 * when nothing more will be reported of them.
 */
export const callEntity = lazy(() =>
  tenantEntity(
    {
      model: { service: "kartis", entity: "call", version: "1" },
      attributes: {
        orgId: { type: "string", required: true },
        callId: { type: "string", required: true },
        /** `CallFacts`. */
        facts: { type: "any", required: true },
        userId: { type: "string" },
        cardId: { type: "string" },
        activityId: { type: "string" },
        /** The member who has placed it in Kartis. */
        placedBy: { type: "string" },
        /** The member who has marked it as handled, so that nobody need call back. */
        handledBy: { type: "string" },
        version: { type: "number", required: true },
        createdAt: { type: "string", required: true },
        changedAt: { type: "string", required: true },
        lane: { type: dueLanes, required: true },
        /** While it is pending: the sweep finds it from `silentAt` on. */
        waits: { type: ["sweep", "nobody"] as const, required: true },
        silentAt: { type: "string", required: true },
      },
      indexes: {
        main: { pk: partition("call"), sk: { field: "sk", composite: ["callId"], casing: "none" } },
        bySilence: {
          index: "gsi1",
          condition: ({ waits }) => waits === "sweep",
          pk: { field: "gsi1pk", composite: ["lane"], casing: "none" },
          sk: { field: "gsi1sk", composite: ["silentAt", "orgId", "callId"], casing: "none" },
        },
      },
    },
    {
      index: "bySilence",
      because: "the sweep finds calls that stay pending, and then works within one organization at a time",
    },
  ),
);
