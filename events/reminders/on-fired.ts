import { consumer } from "@kartis/core/data/consumer.ts";
import { notifyOfReminders } from "@kartis/core/activities/reminders/notify.ts";

/** Mails what was fired to the people who want that. */
export const handler = consumer({
  name: "reminders-on-fired",
  on: ["reminder.fire"],
  run: (record, { clock }) => notifyOfReminders(record, clock),
});
