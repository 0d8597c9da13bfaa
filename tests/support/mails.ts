import { latestRecords } from "@kartis/core/data/journal-entity.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import { handler } from "@kartis/events/mails/on-delivered.ts";
import { sqsRecord } from "./sqs.ts";

/** Hands the organization's latest records to what keeps on mails what has become of them, the latest first: in an order that queues allow. */
export async function keepDelivered(orgId: OrgId): Promise<void> {
  const Records = (await latestRecords(orgId, 100, null)).map(({ id, changes }) =>
    sqsRecord({ detail: { orgId, recordId: id, actions: changes.map(({ action }) => action) } }, { messageId: id }),
  );
  const { batchItemFailures } = await handler({ Records });
  if (batchItemFailures.length > 0) throw new Error("Deliveries were not kept");
}
