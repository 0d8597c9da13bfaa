import type { OrgId } from "@kartis/core/kernel/id.ts";
import { handler } from "@kartis/events/mails/on-delivered.ts";
import { queued } from "./queued.ts";

/** Hands the organization's latest records to what keeps on mails what has become of them, the latest first: in an order that queues allow. */
export async function keepDelivered(orgId: OrgId, records = 100): Promise<void> {
  const { batchItemFailures } = await handler({ Records: await queued("mails-on-delivered", orgId, records) });
  if (batchItemFailures.length > 0) throw new Error("Deliveries were not kept");
}
