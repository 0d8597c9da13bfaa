import type { NotificationEntry, NotificationKind } from "./schema.ts";

/** Filters of the list: all, unread, or related kinds. */
export const notificationFilters = ["all", "unread", "mentions", "assigned"] as const;
export type NotificationFilter = (typeof notificationFilters)[number];

/** Kinds that each filter shows; all kinds for the others. */
export const kindsOfFilter: Readonly<Partial<Record<NotificationFilter, readonly NotificationKind[]>>> = {
  mentions: ["mention", "commentReplied", "taskCommented"],
  assigned: ["cardAssigned", "taskAssigned", "chatAssigned"],
};

/** The path of the conversation that a notification is about; undefined for other notifications. */
export const chatPathOf = ({ kind, details }: Pick<NotificationEntry, "kind" | "details">): string | undefined =>
  (kind === "chatMessage" || kind === "chatAssigned") && details["chatId"] ? `/chats/${details["chatId"]}` : undefined;

/** Where a lead form or an incoming webhook, and what came in by it, is seen. */
export const intakePath = (id: string): string =>
  `/settings/integrations?open=${id.startsWith("frm_") ? "lead-forms" : "incoming-webhooks"}&intake=${id}`;
