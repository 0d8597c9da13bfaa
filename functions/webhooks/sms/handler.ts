import type { SmsAnswer } from "@kartis/core/activities/sms/receive.ts";
import { readReportToken } from "@kartis/core/activities/sms/token.ts";
import { reportFailure } from "@kartis/core/data/consumer.ts";
import { instant, systemClock } from "@kartis/core/kernel/clock.ts";
import { env } from "@kartis/core/kernel/env.ts";
import { KartisError } from "@kartis/core/kernel/error.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import { BadSignature, type ProviderRequest } from "@kartis/core/sms/providers/definition.ts";
import { smsProvider } from "@kartis/core/sms/providers/list.ts";
import { organizationsOfSender } from "@kartis/core/sms/senders.ts";
import { receive, type Received } from "@kartis/core/provider-events/index.ts";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import * as z from "zod";

/** The parts of a call that are read. */
type Call = Pick<APIGatewayProxyEventV2, "pathParameters" | "body" | "isBase64Encoded" | "headers" | "rawPath">;

/** Reports have a few hundred characters, answers at most 1,600, each of which takes up to nine as a form sends it. */
const mostCharacters = { report: 10_000, incoming: 20_000 } as const;
const answer = (statusCode: number): APIGatewayProxyStructuredResultV2 => ({ statusCode });

/**
 * Takes the provider's calls: reports about an SMS at the URL that was given with it, and SMS to our numbers at the URL without a token. Verifies each, stores it
 * once and answers; consumers do the rest. A wrong signature gets 401, a URL or a number that is not ours 204, which stops the provider from repeating the call,
 * and an unreadable body 400. After any other answer the provider tries again.
 */
export async function handler(event: Call): Promise<APIGatewayProxyStructuredResultV2> {
  const { body: raw = "", isBase64Encoded, headers, rawPath, pathParameters } = event;
  const body = isBase64Encoded ? Buffer.from(raw, "base64").toString("utf8") : raw;
  const token = pathParameters?.["token"];
  if (body.length > mostCharacters[token === undefined ? "incoming" : "report"]) return answer(413);
  // The URL that the provider was given: the host header of the request may differ.
  const request = { url: `${env("PUBLIC_ORIGIN")}${rawPath}`, headers, body };
  try {
    await (token === undefined ? takeIncoming(request) : takeReport(token, request));
    return answer(204);
  } catch (error) {
    if (error instanceof BadSignature) {
      reportFailure("webhooks-sms", error);
      return answer(401);
    }
    if (error instanceof z.ZodError) return answer(400);
    throw error;
  }
}

async function takeReport(token: string, request: ProviderRequest): Promise<void> {
  const about = readReportToken(token);
  if (!about) return;
  const { provider, account } = smsProvider();
  const report = provider.readReport(request, account);
  if (!report) return;
  const { key, state, reason } = report;
  await receiveFor(about.orgId, { source: "sms", key, subjectId: about.subjectId, payload: { state, reason } });
}

/** Each organization that has verified the number gets the SMS. */
async function takeIncoming(request: ProviderRequest): Promise<void> {
  const { provider, account } = smsProvider();
  const incoming = provider.readIncoming(request, account);
  if (!incoming) return;
  const { key, from, to, text } = incoming;
  const payload: SmsAnswer = { from, to, text, at: instant(systemClock) };
  for (const orgId of await organizationsOfSender(to))
    await receiveFor(orgId, { source: "smsAnswer", key, subjectId: to, payload });
}

/** An organization that there is no more takes nothing. */
async function receiveFor(orgId: OrgId, event: Received): Promise<void> {
  try {
    await receive(orgId, event);
  } catch (error) {
    if (!(error instanceof KartisError && error.code === "NOT_FOUND")) throw error;
  }
}
