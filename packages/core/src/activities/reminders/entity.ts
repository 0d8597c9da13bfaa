import { lazy, unrecordedEntity } from "../../data/entity.ts";
import { partition } from "../../data/partitions.ts";

/** What is due is spread over so many keys, and swept key by key. */
export const dueShards = ["0", "1", "2", "3"] as const;

/** The shard of an activity, from the random end of its id. */
export const dueShardOf = (activityId: string): (typeof dueShards)[number] =>
  dueShards[activityId.charCodeAt(activityId.length - 1) % dueShards.length] ?? "0";

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
        shard: { type: dueShards, required: true },
        /** For the sweep, or, where nothing is to come, for nobody. */
        waits: { type: ["sweep", "nobody"] as const, required: true },
        /** The instant of the next reminder; of one that waits for nobody, when that was decided. */
        dueAt: { type: "string", required: true },
        /** When one was last fired: reminders until then are over. */
        firedAt: { type: "string" },
        version: { type: "number", required: true },
        /** Of one with nothing to come: by then, no message about an earlier change is on its way any more. */
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

/** What a person has answered to a reminder: that they got it, or that it shall come again. Main: all of a person. */
export const answerEntity = lazy(() =>
  unrecordedEntity("personal", {
    model: { service: "kartis", entity: "reminderAnswer", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      userId: { type: "string", required: true },
      activityId: { type: "string", required: true },
      /** Of an occurrence in a series, its day; else empty. */
      day: { type: "string", required: true },
      /** The instant of the reminder: another one of the same activity is not answered by it. */
      remindAt: { type: "string", required: true },
      /** What it is about begins or is due at this instant. */
      startsAt: { type: "string", required: true },
      /** When it comes again; absent where the person has had enough of it. */
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
