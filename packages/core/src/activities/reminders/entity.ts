import { dueLanes } from "../../data/due-index.ts";
import { lazy, unrecordedEntity } from "../../data/entity.ts";
import { partition } from "../../data/partitions.ts";

/**
 * When the next reminder of an activity is due, and which one was fired last. Main: that of an activity. By due time: everything that is due, whoever's it is, in
 * an index that only has what is still to be fired; a key takes the 1,000 changes a second that one partition allows.
 */
export const reminderEntity = lazy(() =>
  unrecordedEntity(
    "derived",
    {
      model: { service: "kartis", entity: "reminder", version: "1" },
      attributes: {
        orgId: { type: "string", required: true },
        activityId: { type: "string", required: true },
        shard: { type: dueLanes, required: true },
        /** `sweep` while the activity waits for the sweep; `nobody` if there is nothing to come. */
        waits: { type: ["sweep", "nobody"] as const, required: true },
        /** The instant of the next reminder; of one that waits for nobody, when that was decided. */
        dueAt: { type: "string", required: true },
        /** When one was last sent: earlier reminders are done. */
        firedAt: { type: "string" },
        version: { type: "number", required: true },
        /** Set if nothing is to come: by then, no message about an earlier change is still on its way. */
        expiresAt: { type: "number" },
      },
      indexes: {
        main: {
          pk: partition("reminder"),
          sk: { field: "sk", composite: ["activityId"], casing: "none" },
        },
        byDue: {
          index: "gsi1",
          condition: ({ waits }) => waits === "sweep",
          pk: { field: "gsi1pk", composite: ["shard"], casing: "none" },
          sk: { field: "gsi1sk", composite: ["dueAt", "orgId", "activityId"], casing: "none" },
        },
      },
    },
    { index: "byDue", because: "the sweep finds what is due, and then works for its organization alone" },
  ),
);

/** A person's answer to a reminder: dismissed or snoozed. Main: all of a person. */
export const answerEntity = lazy(() =>
  unrecordedEntity("personal", {
    model: { service: "kartis", entity: "reminderAnswer", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      userId: { type: "string", required: true },
      activityId: { type: "string", required: true },
      /** Day of an occurrence in its series; otherwise empty. */
      day: { type: "string", required: true },
      /** The instant of the reminder: another one of the same activity is not answered by it. */
      remindAt: { type: "string", required: true },
      /** Instant when its subject starts or is due. */
      startsAt: { type: "string", required: true },
      /** When it comes again; absent once the person has dismissed it. */
      snoozedUntil: { type: "string" },
      expiresAt: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: partition("reminderAnswer"),
        sk: { field: "sk", composite: ["userId", "activityId", "day"], casing: "none" },
      },
    },
  }),
);
