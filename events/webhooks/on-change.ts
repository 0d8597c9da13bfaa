import { organizationConsumer } from "@kartis/core/data/consumer.ts";
import { fanOut } from "@kartis/core/outgoing-webhooks/fan-out.ts";

/** Creates deliveries for an organization's endpoints. It calls no endpoint itself, so a slow one delays nothing here. */
export const handler = organizationConsumer({
  name: "webhooks-on-change",
  atOnce: 4,
  run: (orgId, events, { clock }) => fanOut(orgId, events, clock),
});
