import { reportFailure } from "@kartis/core/data/consumer.ts";
import {
  countCall,
  findIncoming,
  isSignedBy,
  isTimeless,
  keyOfBody,
  keyOfCall,
  maxBodyBytes,
  openedSecret,
  readAddress,
  readBody,
  type ReceivedCall,
} from "@kartis/core/incoming-webhooks/index.ts";
import { instant, systemClock } from "@kartis/core/kernel/clock.ts";
import { KartisError } from "@kartis/core/kernel/error.ts";
import { recordIds } from "@kartis/core/kernel/id.ts";
import { receive } from "@kartis/core/provider-events/index.ts";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

type Call = Pick<APIGatewayProxyEventV2, "pathParameters" | "body" | "isBase64Encoded" | "headers"> & {
  readonly requestContext: { readonly http: Pick<APIGatewayProxyEventV2["requestContext"]["http"], "method"> };
};

/** Scripts of any page may call, and read the answer, which says nothing about the organization. Cookies are neither sent nor looked at. */
const open = { "access-control-allow-origin": "*" } as const;
const preflight = {
  ...open,
  "access-control-allow-methods": "POST",
  "access-control-allow-headers":
    "content-type, idempotency-key, webhook-id, webhook-timestamp, webhook-signature, x-hub-signature-256",
  "access-control-max-age": "86400",
} as const;

const nextId = recordIds();

/** The caller is another program, whose developer reads this: in English, as the API's documentation is. */
const answer = (
  statusCode: number,
  body: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: { "content-type": "application/json", ...open, ...headers },
  body: JSON.stringify(body),
});
const refusal = (statusCode: number, error: string, headers?: Readonly<Record<string, string>>) =>
  answer(statusCode, { error }, headers);

/**
 * Takes calls of forms and other systems. A call is checked, stored once with its values, and answered with 202; a consumer makes a card of it. A call with an
 * `Idempotency-Key` or `webhook-id` that has come before is answered the same and has no further effect; so is one with a signature of its body alone, and the same body.
 */
export async function handler(event: Call): Promise<APIGatewayProxyStructuredResultV2> {
  if (event.requestContext.http.method === "OPTIONS") return { statusCode: 204, headers: preflight };
  const address = readAddress(event.pathParameters?.["token"] ?? "");
  if (!address) return refusal(404, "There is no such address.");
  const { orgId, webhookId, number } = address;
  const { body: raw = "", isBase64Encoded, headers } = event;
  const body = Buffer.from(raw, isBase64Encoded ? "base64" : "utf8");
  if (body.length > maxBodyBytes) return refusal(413, `A call has at most ${maxBodyBytes / 1024} KB.`);
  const webhook = await findIncoming(orgId, webhookId);
  if (!webhook || webhook.addressNumber !== number) return refusal(410, "This address is no longer in use.");
  if (webhook.state === "paused") return refusal(503, "This webhook is paused.", { "retry-after": "3600" });
  if (webhook.secret && !isSignedBy(openedSecret(webhook.secret, orgId, webhookId), body, headers, systemClock)) {
    reportFailure("webhooks-incoming", "Not signed with the webhook's secret");
    return refusal(401, "The signature is missing or wrong.");
  }
  // Behind the signature: whoever knows only the address cannot use up the calls of those who have the secret.
  const wait = await countCall(orgId, webhookId, systemClock);
  if (wait !== undefined) return refusal(429, "Too many calls in this minute.", { "retry-after": String(wait) });
  const values = await readBody(body, headers["content-type"] ?? "");
  if (!values) return refusal(400, "The body has to be a JSON object or a form, with at least one value.");
  const callId = nextId(systemClock.now());
  // The signature covers the call's id, or else its body: whoever repeats an overheard call under a key of their own has no second effect.
  const given = headers["webhook-id"] ?? headers["idempotency-key"];
  const key = keyOfCall(webhookId, callId, given);
  const alias = webhook.secret && isTimeless(headers) ? keyOfBody(webhookId, body) : undefined;
  const payload: ReceivedCall = { callId, at: instant(systemClock), values: values.map(([path, value]) => [path, value]) };
  try {
    await receive(orgId, { source: "incoming", key, alias, subjectId: webhookId, payload });
  } catch (error) {
    if (error instanceof KartisError && error.code === "NOT_FOUND") return refusal(410, "This address is no longer in use.");
    throw error;
  }
  return answer(202, { accepted: true });
}
