import { readReportToken } from "@kartis/core/activities/sms/token.ts";
import { reportFailure } from "@kartis/core/data/consumer.ts";
import { env } from "@kartis/core/kernel/env.ts";
import { KartisError } from "@kartis/core/kernel/error.ts";
import { BadSignature } from "@kartis/core/sms/providers/definition.ts";
import { smsProvider } from "@kartis/core/sms/providers/list.ts";
import { receive } from "@kartis/core/webhooks/index.ts";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import * as z from "zod";

/** What is read of a call. */
type Call = Pick<APIGatewayProxyEventV2, "pathParameters" | "body" | "isBase64Encoded" | "headers" | "rawPath">;

/** Reports have a few hundred characters. */
const mostCharacters = 10_000;
const answer = (statusCode: number): APIGatewayProxyStructuredResultV2 => ({ statusCode });

/**
 * What the provider reports about an SMS: verified, stored once, answered; a consumer does the rest. A wrong signature is 401, an address that Kartis has not
 * made 204, which stops the provider from repeating it, a body that is no report 400. Of anything else the provider tries again.
 */
export async function handler(event: Call): Promise<APIGatewayProxyStructuredResultV2> {
  const { body: raw = "", isBase64Encoded, headers, rawPath } = event;
  const body = isBase64Encoded ? Buffer.from(raw, "base64").toString("utf8") : raw;
  if (body.length > mostCharacters) return answer(413);
  const about = readReportToken(event.pathParameters?.["token"] ?? "");
  if (!about) return answer(204);
  try {
    const { provider, account } = smsProvider();
    // The address that the provider was given: what stands in the request's own host header may be another.
    const report = provider.readReport({ url: `${env("PUBLIC_ORIGIN")}${rawPath}`, headers, body }, account);
    if (report) {
      const { key, state, reason } = report;
      await receive(about.orgId, { source: "sms", key, subjectId: about.smsId, payload: { state, reason } });
    }
    return answer(204);
  } catch (error) {
    if (error instanceof BadSignature) {
      reportFailure("webhooks-sms", error);
      return answer(401);
    }
    if (error instanceof z.ZodError) return answer(400);
    if (error instanceof KartisError && error.code === "NOT_FOUND") return answer(204);
    throw error;
  }
}
