import { dueLanes } from "../../../data/due-index.ts";
import { lazy, unrecordedEntity } from "../../../data/entity.ts";
import { partition } from "../../../data/partitions.ts";
import { smsFailures } from "../../../sms/rules.ts";
import { reportStates } from "../../sms/rules.ts";

/**
 * An SMS that reminds a member: how it was paid, or that it waits for the end of quiet hours. It stands on no card, and so is no activity. Main: by the effect that
 * sends it, or that was about to. By due time: those that wait, whoever's they are.
 */
export const reminderSmsEntity = lazy(() =>
  unrecordedEntity(
    "progress",
    {
      model: { service: "kartis", entity: "reminderSms", version: "1" },
      attributes: {
        orgId: { type: "string", required: true },
        effectId: { type: "string", required: true },
        lane: { type: dueLanes, required: true },
        /** `sweep` while it waits for the end of quiet hours; `nobody` once it is paid. */
        waits: { type: ["sweep", "nobody"] as const, required: true },
        /** When it leaves, or when it was paid. */
        dueAt: { type: "string", required: true },
        userId: { type: "string", required: true },
        /** Payload of the effect with which it leaves; of one that waits. */
        payload: { type: "any" },
        /** How often a person had repeated the effect: the sending that the rest is about. */
        round: { type: "number", required: true },
        /** The number that is called, by the id of its opt-out: the number itself is not stored. Absent of one that waits. */
        optOutId: { type: "string" },
        /** The provider's last report. */
        report: {
          type: "map",
          properties: { state: { type: reportStates, required: true }, reason: { type: smsFailures } },
        },
        /** Absent of one that waits, and once it is returned. */
        payment: {
          type: "map",
          properties: {
            month: { type: "string", required: true },
            allowance: { type: "number", required: true },
            extra: { type: "number", required: true },
          },
        },
        expiresAt: { type: "number", required: true },
      },
      indexes: {
        main: { pk: partition("reminderSms"), sk: { field: "sk", composite: ["effectId"], casing: "none" } },
        byDue: {
          index: "gsi1",
          condition: ({ waits }) => waits === "sweep",
          pk: { field: "gsi1pk", composite: ["lane"], casing: "none" },
          sk: { field: "gsi1sk", composite: ["dueAt", "orgId", "effectId"], casing: "none" },
        },
      },
    },
    { index: "byDue", because: "the sweep finds what may leave, and then works for its organization alone" },
  ),
);
