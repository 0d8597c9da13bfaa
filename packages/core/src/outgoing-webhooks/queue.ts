import { sendWork } from "../data/work-queue.ts";
import type { Id, OrgId } from "../kernel/id.ts";
import type { DeliveriesMessage } from "./schema.ts";

/** Sends a run request to the deliveries queue. */
export const sendDeliveriesRequest = (orgId: OrgId, endpointId: Id<"hok">): Promise<void> =>
  sendWork("DELIVERIES_QUEUE_URL", { orgId, endpointId } satisfies DeliveriesMessage);
