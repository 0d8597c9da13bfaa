import { lazy, unrecordedEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";

/**
 * What happened to a person that they should know of. Main: all of a person, by the id of the record that it follows from, which sorts by time. All of an
 * organization share a key: one takes 1,000 writes a second, and each consumer's run writes a person's things as one.
 */
export const notificationEntity = lazy(() =>
  unrecordedEntity("derived", {
    model: { service: "kartis", entity: "notification", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      userId: { type: "string", required: true },
      /** The record and the kind: the same is never told twice. */
      notificationId: { type: "string", required: true },
      kind: { type: "string", required: true },
      at: { type: "string", required: true },
      /** As the journal names whoever did it. */
      actorId: { type: "string" },
      /** The first of them, by their ids. Names are looked up when somebody reads it. */
      subjectIds: { type: "list", items: { type: "string" }, required: true },
      count: { type: "number", required: true },
      details: { type: "any" },
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

/** How far a person has read. Main: that of a person. */
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
