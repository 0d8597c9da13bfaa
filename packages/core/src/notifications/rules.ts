/** What a list shows: everything, what is unread, or kinds that go together. */
export const notificationFilters = ["all", "unread", "mentions", "assigned"] as const;
export type NotificationFilter = (typeof notificationFilters)[number];
