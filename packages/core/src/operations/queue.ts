import { sendWork } from "../data/work-queue.ts";
import type { OperationId, OrgId } from "../kernel/id.ts";

export const send = (message: { orgId: OrgId; operationId: OperationId }, delaySeconds: number): Promise<void> =>
  sendWork("OPERATIONS_QUEUE_URL", message, delaySeconds);
