/** Filters of the list: all, unread, or related kinds. */
export const notificationFilters = ["all", "unread", "mentions", "assigned"] as const;
export type NotificationFilter = (typeof notificationFilters)[number];
