import { reportFailure } from "@kartis/core/data/consumer.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { KartisError } from "@kartis/core/kernel/error.ts";
import { receiveAll } from "@kartis/core/provider-events/index.ts";
import { isVerifyToken, readHookToken } from "@kartis/core/whatsapp/address.ts";
import { isSignedBy, keyOf, type ReadCall, readCall } from "@kartis/core/whatsapp/hook.ts";
import { credentialOf, findNumber } from "@kartis/core/whatsapp/numbers.ts";
import { noteVerified } from "@kartis/core/whatsapp/verified.ts";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

/** The parts of a call that are read. */
type Call = Pick<APIGatewayProxyEventV2, "pathParameters" | "body" | "isBase64Encoded" | "headers" | "queryStringParameters"> & {
  readonly requestContext: { readonly http: Pick<APIGatewayProxyEventV2["requestContext"]["http"], "method"> };
};

/** Meta sends at most 3 MB. */
const mostBytes = 3 * 1_048_576;
const answer = (statusCode: number): APIGatewayProxyStructuredResultV2 => ({ statusCode });

/**
 * Takes Meta's calls. A verification request is answered with its challenge if it has the verify token. Messages and reports are verified over their exact
 * bytes, stored once and answered; a consumer does the rest. A wrong signature gets 401. A URL that Kartis did not issue, or whose number is disconnected, gets
 * 200, which stops Meta from repeating the call. A body that is not a call gets 400.
 */
export async function handler(event: Call): Promise<APIGatewayProxyStructuredResultV2> {
  const orgId = readHookToken(event.pathParameters?.["token"] ?? "");
  if (event.requestContext.http.method === "GET") {
    const {
      "hub.mode": mode,
      "hub.verify_token": token = "",
      "hub.challenge": challenge = "",
    } = event.queryStringParameters ?? {};
    const isOurs = orgId !== undefined && mode === "subscribe" && isVerifyToken(orgId, token) && /^[\w-]{1,200}$/.test(challenge);
    if (isOurs) await noteVerified(orgId, systemClock);
    return isOurs ? { statusCode: 200, headers: { "content-type": "text/plain" }, body: challenge } : answer(403);
  }
  const { body: raw = "", isBase64Encoded, headers } = event;
  const body = Buffer.from(raw, isBase64Encoded ? "base64" : "utf8");
  if (body.length > mostBytes) return answer(413);
  const number = orgId && (await findNumber(orgId));
  if (!orgId || !number) return dropped("for no number");
  if (!isSignedBy(credentialOf(orgId, number, "appSecret"), body, headers["x-hub-signature-256"] ?? "")) {
    reportFailure("webhooks-whatsapp", "Not the signature of the app");
    return answer(401);
  }
  const call = read(body, number.phoneNumberId);
  if (!call) return answer(400);
  const { items, foreign, unread } = call;
  if (foreign + unread > 0) dropped(`${foreign} of another number, ${unread} unreadable`);
  const events = items.map((item) => ({ source: "whatsapp" as const, key: keyOf(item), subjectId: orgId, payload: item }));
  try {
    await receiveAll(orgId, events);
  } catch (error) {
    if (error instanceof KartisError && error.code === "NOT_FOUND") return dropped("for no organization");
    throw error;
  }
  return answer(200);
}

/** The parsed call, or undefined if it is not one. Any error counts, as nothing about its content is guaranteed. */
function read(body: Buffer, phoneNumberId: string): ReadCall | undefined {
  try {
    return readCall(JSON.parse(body.toString("utf8")), phoneNumberId);
  } catch {
    return undefined;
  }
}

/** Accepts the call and drops it: repeating it would not help. The log counts these. */
function dropped(why: string): APIGatewayProxyStructuredResultV2 {
  reportFailure("webhooks-whatsapp", `Dropped: ${why}`);
  return answer(200);
}
