import { keepDeliveries } from "@kartis/core/activities/mails/delivered.ts";
import { consumer } from "@kartis/core/data/consumer.ts";

/** Keeps on mails of cards what has become of them. */
export const handler = consumer({
  name: "mails-on-delivered",
  on: ["effect.succeed", "effect.fail", "effect.lose", "effect.resend", "effect.dismiss"],
  run: (record, { clock }) => keepDeliveries(record, clock),
});
