import { organizationConsumer } from "@kartis/core/data/consumer.ts";
import { tellEndpoints } from "@kartis/core/webhook-endpoints/fan-out.ts";

/** Keeps for the endpoints of an organization what they are to be told of. It calls none of them: one that is slow holds up nobody here. */
export const handler = organizationConsumer({
  name: "webhooks-on-change",
  lanes: 4,
  run: (orgId, events, { clock }) => tellEndpoints(orgId, events, clock),
});
