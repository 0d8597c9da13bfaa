import type { OrgId } from "../../kernel/id.ts";
import { sendWork } from "../work-queue.ts";

/** To the consumer that writes snapshots. */
export const sendSnapshotRequest = (orgId: OrgId): Promise<void> => sendWork("REPLICAS_QUEUE_URL", { orgId });
