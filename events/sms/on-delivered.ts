import { keepSmsDeliveries } from "@kartis/core/activities/sms/delivered.ts";
import { keepReminderSms } from "@kartis/core/activities/reminders/sms/delivered.ts";
import { consumer } from "@kartis/core/data/consumer.ts";
import { release, settle } from "@kartis/core/sms/balance.ts";
import { optOut, optOutAs } from "@kartis/core/sms/opt-outs.ts";
import { eventsOf } from "@kartis/core/provider-events/index.ts";

/** Stores the delivery state of SMS on cards, and settles their payments and those of reminders. */
export const handler = consumer({
  name: "sms-on-delivered",
  on: ["effect.succeed", "effect.fail", "effect.lose", "effect.dismiss", "webhook.receive"],
  async run(record, { clock }) {
    await keepSmsDeliveries(record, clock, { release, settle, optOut, eventsOf });
    await keepReminderSms(record, clock, { eventsOf, optOutAs, release });
  },
});
