import { Notifications, PendingReminders } from "../answers/notifications.ts";
import { Done } from "../answers/parts.ts";
import type { Exposures } from "../exposure.ts";

export const notifications = {
  "notifications.list": {
    method: "GET",
    path: "/notifications",
    tag: "Notifications",
    summary: "List notifications",
    description: "Those of the token's maker, newest first. For the next page, send `next` as `before`.",
    output: Notifications,
    example: () => ({ filter: "unread", limit: 20 }),
  },
  "notifications.read": {
    method: "POST",
    path: "/notifications/read",
    tag: "Notifications",
    summary: "Mark notifications as read or unread",
    description:
      "Those in `ids`, which `isRead` says of; or with `until` all up to that one, which with the newest are all there are.",
    output: Done,
    example: () => ({ until: "01JD3Q5W7X9ZABCDEFGHJKMNPQ.mention" }),
  },
  "reminders.pending": {
    method: "GET",
    path: "/reminders",
    tag: "Notifications",
    summary: "List pending reminders",
    description: "Of the tasks and meetings of the token's maker, from a minute ago to four hours ahead, 100 of each at most.",
    output: PendingReminders,
    example: () => ({}),
  },
  "reminders.answer": {
    method: "POST",
    path: "/reminders/answer",
    tag: "Notifications",
    summary: "Dismiss or snooze a reminder",
    description: "Everywhere that the token's maker is signed in. With `snooze` it comes again 5 minutes before.",
    output: Done,
    example: ({ taskId }) => ({ activityId: taskId, remindAt: "2030-01-01T08:45:00.000Z", answer: "dismiss" }),
  },
} as const satisfies Exposures;
