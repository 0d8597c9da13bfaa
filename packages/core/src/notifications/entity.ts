import { dueLanes } from "../data/due-index.ts";
import { lazy, unrecordedEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";

/**
 * A person's notification. Main: all of a person, by the id of the record that it follows from, which sorts by time. All of an
 * organization share a key: one takes 1,000 writes a second, and each consumer's run writes a person's things as one.
 */
export const notificationEntity = lazy(() =>
  unrecordedEntity("derived", {
    model: { service: "kartis", entity: "notification", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      userId: { type: "string", required: true },
      /** The record and the kind, so that a person is notified once of the same. */
      notificationId: { type: "string", required: true },
      kind: { type: "string", required: true },
      at: { type: "string", required: true },
      /** The actor's reference in the journal. */
      actorId: { type: "string" },
      /** The first of them, by their ids. Names are looked up on reading. */
      subjectIds: { type: "list", items: { type: "string" }, required: true },
      count: { type: "number", required: true },
      details: { type: "any" },
      /** The records of a long operation that it already covers. */
      parts: { type: "list", items: { type: "string" } },
      /** Set where it is for mails alone, because the person wants none in the app. */
      isMailOnly: { type: "boolean" },
      /** Set where the person said so; else it follows from how far they have read. */
      isRead: { type: "boolean" },
      expiresAt: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: partition("notification"),
        sk: { field: "sk", composite: ["userId", "notificationId"], casing: "none" },
      },
    },
  }),
);

/** Position up to which a person has read. Main: that of a person. */
export const readEntity = lazy(() =>
  unrecordedEntity("personal", {
    model: { service: "kartis", entity: "notificationsRead", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      userId: { type: "string", required: true },
      until: { type: "string", required: true },
    },
    indexes: {
      main: {
        pk: partition("notificationsRead"),
        sk: { field: "sk", composite: ["userId"], casing: "none" },
      },
    },
  }),
);

/** Waiting notifications are spread over this many partition keys, and swept one key at a time. */
/** A person's notifications that wait to be mailed together. Main: that of a person. By due time: everybody's, in an index of those that have something to send. */
export const waitingMailEntity = lazy(() =>
  unrecordedEntity(
    "derived",
    {
      model: { service: "kartis", entity: "notificationMail", version: "1" },
      attributes: {
        orgId: { type: "string", required: true },
        userId: { type: "string", required: true },
        lane: { type: dueLanes, required: true },
        /** `sweep` while there are notifications to send; `nobody` if there is nothing to send. */
        waits: { type: ["sweep", "nobody"] as const, required: true },
        dueAt: { type: "string", required: true },
        /** Ids of notifications, the newest last. */
        waiting: { type: "list", items: { type: "string" }, required: true },
        /** Number of older ones that are waiting and no longer listed. */
        more: { type: "number", required: true },
        /** When the last email was intended. */
        mailedAt: { type: "string" },
        version: { type: "number", required: true },
        /** Set if there is nothing to send. */
        expiresAt: { type: "number" },
      },
      indexes: {
        main: {
          pk: partition("notificationMail"),
          sk: { field: "sk", composite: ["userId"], casing: "none" },
        },
        byDue: {
          index: "gsi1",
          condition: ({ waits }) => waits === "sweep",
          pk: { field: "gsi1pk", composite: ["lane"], casing: "none" },
          sk: { field: "gsi1sk", composite: ["dueAt", "orgId", "userId"], casing: "none" },
        },
      },
    },
    { index: "byDue", because: "the sweep finds whose mail is due, and then works for that organization alone" },
  ),
);
