import { consumer } from "@kartis/core/data/consumer.ts";
import { ReceivedCall } from "@kartis/core/incoming-webhooks/index.ts";
import { takeIn } from "@kartis/core/incoming-webhooks/take-in.ts";
import { isId } from "@kartis/core/kernel/id.ts";
import { eventsOf } from "@kartis/core/webhooks/index.ts";

/** Makes cards of the calls that incoming webhooks have received. */
export const handler = consumer({
  name: "incoming-webhooks-on-received",
  on: ["webhook.receive"],
  async run(record, { clock }) {
    for (const { key, subjectId, payload } of await eventsOf(record, "incoming"))
      if (isId("inw", subjectId))
        await takeIn(record.orgId, { webhookId: subjectId, key, received: ReceivedCall.parse(payload) }, clock);
  },
});
