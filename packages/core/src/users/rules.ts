/** A person's notification settings. */
export const notificationKinds = [
  "web",
  "email",
  "meetings",
  "tasks",
  "mentions",
  "assignments",
  "planLimits",
  "reminderMails",
  "unreadMails",
  "reminderSms",
] as const;
export type Notifications = Readonly<Record<(typeof notificationKinds)[number], boolean>>;
