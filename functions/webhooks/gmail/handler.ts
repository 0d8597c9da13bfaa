import { reportFailure } from "@kartis/core/data/consumer.ts";
import { connectionsTo } from "@kartis/core/gmail/connections.ts";
import { isFromGoogle, readNotice } from "@kartis/core/gmail/push.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { KartisError } from "@kartis/core/kernel/error.ts";
import { receive } from "@kartis/core/provider-events/index.ts";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

/** The parts of a call that are read. */
type Call = Pick<APIGatewayProxyEventV2, "body" | "isBase64Encoded" | "headers">;

/** A notification is a few hundred bytes. */
const mostBytes = 64 * 1024;
const answer = (statusCode: number): APIGatewayProxyStructuredResultV2 => ({ statusCode });

/**
 * Takes Google's notifications: that something has changed in a mailbox. The token is verified first; then the notification is stored once for each organization
 * that the mailbox is connected with, and answered; a consumer reads the mailbox. One that Google did not sign for us gets 401. One of another subscription, or
 * about a mailbox that is not connected, gets 204, which stops Google from repeating it.
 */
export async function handler({ body = "", isBase64Encoded, headers }: Call): Promise<APIGatewayProxyStructuredResultV2> {
  const text = isBase64Encoded ? Buffer.from(body, "base64").toString("utf8") : body;
  if (text.length > mostBytes) return answer(413);
  if (!(await isFromGoogle(headers["authorization"] ?? "", systemClock.now()))) {
    reportFailure("webhooks-gmail", "Not signed by Google for us");
    return answer(401);
  }
  const notice = readNotice(text);
  if (!notice) return dropped("of another subscription, or unreadable");
  const connections = await connectionsTo(notice.email);
  if (connections.length === 0) return dropped("about no mailbox of ours");
  for (const { orgId, userId, problem } of connections) {
    if (problem) continue;
    const payload = { userId, historyId: notice.historyId };
    await receive(orgId, { source: "gmail", key: `${userId}.${notice.id}`, subjectId: userId, payload }).catch(ifDeleted);
  }
  return answer(204);
}

/** The organization may have been deleted. */
function ifDeleted(error: unknown): void {
  if (!(error instanceof KartisError && error.code === "NOT_FOUND")) throw error;
}

/** Accepts the notification and drops it: repeating it would not help. The log counts these. */
function dropped(why: string): APIGatewayProxyStructuredResultV2 {
  reportFailure("webhooks-gmail", `Dropped: ${why}`);
  return answer(204);
}
