import { type ActivityDefinition, type ActivityValues, noColumns } from "./definition.ts";
import type { Channel } from "../schema.ts";

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** A conversation with a customer, logged by hand, on any channel. */
export const communication = (channel: Channel, titleOf: (values: ActivityValues) => unknown): ActivityDefinition => ({
  permission: "COMMENTS",
  channel,
  readOnlyKey: "errors.commentReadOnly",
  actions: {
    create: "communication.create",
    update: "communication.update",
    delete: "communication.delete",
    restore: "communication.restore",
    purge: "communication.purge",
  },
  derived: [],
  columns: (values) => ({
    ...noColumns,
    title: text(values["note"]) ?? text(titleOf(values)) ?? "",
    cardId: text(values["cardId"]),
    happenedAt: text(values["happenedAt"]),
    isPinned: values["pinned"] === true,
  }),
});
