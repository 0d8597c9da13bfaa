import { readReportToken } from "@kartis/core/activities/sms/token.ts";
import { reportFailure } from "@kartis/core/data/consumer.ts";
import { env } from "@kartis/core/kernel/env.ts";
import { KartisError } from "@kartis/core/kernel/error.ts";
import { BadSignature } from "@kartis/core/sms/providers/definition.ts";
import { smsProvider } from "@kartis/core/sms/providers/list.ts";
import { receive } from "@kartis/core/webhooks/index.ts";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import * as z from "zod";

/** The parts of a call that are read. */
type Call = Pick<APIGatewayProxyEventV2, "pathParameters" | "body" | "isBase64Encoded" | "headers" | "rawPath">;

/** Reports have a few hundred characters. */
const mostCharacters = 10_000;
const answer = (statusCode: number): APIGatewayProxyStructuredResultV2 => ({ statusCode });

/**
 * Takes the provider's report about an SMS: verifies it, stores it once and answers; a consumer does the rest. A wrong signature gets 401, a URL that Kartis did
 * not issue 204, which stops the provider from repeating the call, and a body that is not a report 400. After any other answer the provider tries again.
 */
export async function handler(event: Call): Promise<APIGatewayProxyStructuredResultV2> {
  const { body: raw = "", isBase64Encoded, headers, rawPath } = event;
  const body = isBase64Encoded ? Buffer.from(raw, "base64").toString("utf8") : raw;
  if (body.length > mostCharacters) return answer(413);
  const about = readReportToken(event.pathParameters?.["token"] ?? "");
  if (!about) return answer(204);
  try {
    const { provider, account } = smsProvider();
    // The URL that the provider was given: the host header of the request may differ.
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
