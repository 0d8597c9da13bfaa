import { env } from "../kernel/env.ts";
import type { OrgId } from "../kernel/id.ts";

/** Ids only, the organization's among them. */
type WorkMessage = { readonly orgId: OrgId } & Readonly<Record<string, string>>;

/** Sends a message to a queue of work, in its organization's group: the backlog of one organization does not delay the others. */
export async function sendWork(
  queue: "OPERATIONS_QUEUE_URL" | "REPLICAS_QUEUE_URL" | "DELIVERIES_QUEUE_URL" | "RUNS_QUEUE_URL",
  message: WorkMessage,
  delaySeconds = 0,
): Promise<void> {
  const { sendMessage } = await import("./engine/queue.ts");
  await sendMessage({
    QueueUrl: env(queue),
    MessageBody: JSON.stringify(message),
    MessageGroupId: message.orgId,
    ...(delaySeconds > 0 ? { DelaySeconds: delaySeconds } : {}),
  });
}
