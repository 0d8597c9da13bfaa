import { reportFailure } from "@kartis/core/data/consumer.ts";
import { env } from "@kartis/core/kernel/env.ts";
import { KartisError } from "@kartis/core/kernel/error.ts";
import { isHookOf, readHookToken } from "@kartis/core/voip/address.ts";
import { accountOf, findConnection } from "@kartis/core/voip/connection.ts";
import { BadSignature, type ReadHook, StoredReport } from "@kartis/core/voip/providers/definition.ts";
import { reportEvent } from "@kartis/core/voip/reports.ts";
import { receiveAll } from "@kartis/core/provider-events/index.ts";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

/** The parts of a call that are read. */
type Call = Pick<
  APIGatewayProxyEventV2,
  "pathParameters" | "body" | "isBase64Encoded" | "headers" | "rawPath" | "rawQueryString"
> & {
  readonly requestContext: { readonly http: Pick<APIGatewayProxyEventV2["requestContext"]["http"], "method"> };
};

/** A report has a few thousand characters; transcripts, which are not kept, more. */
const mostBytes = 262_144;

/** A provider's browser extension calls too, from its own page. Cookies are neither sent nor looked at. */
const open = { "access-control-allow-origin": "*" } as const;
const preflight = { ...open, "access-control-allow-methods": "POST", "access-control-allow-headers": "content-type" } as const;
const answer = (statusCode: number): APIGatewayProxyStructuredResultV2 => ({ statusCode, headers: open });

/**
 * Takes a telephony provider's reports: stores each once and answers as the provider expects; a consumer does the rest. A URL that is not the connection's gets 404, a
 * wrong signature 401, and a body that is no report 400.
 */
export async function handler(event: Call): Promise<APIGatewayProxyStructuredResultV2> {
  if (event.requestContext.http.method === "OPTIONS") return { statusCode: 204, headers: preflight };
  const { body: raw = "", isBase64Encoded, headers, rawPath, rawQueryString } = event;
  const body = Buffer.from(raw, isBase64Encoded ? "base64" : "utf8");
  if (body.length > mostBytes) return answer(413);
  const token = readHookToken(event.pathParameters?.["token"] ?? "");
  const connection = token && (await findConnection(token.orgId));
  if (!connection || !isHookOf(token.orgId, connection.hookKey, token.signature)) return answer(404);
  const { orgId } = token;
  const { provider, account } = accountOf(orgId, connection);
  const query = rawQueryString === "" ? "" : `?${rawQueryString}`;
  let read: ReadHook;
  let reports: StoredReport[];
  try {
    // The URL that the provider was given: the host header of the request may differ.
    read = provider.read({ url: `${env("PUBLIC_ORIGIN")}${rawPath}${query}`, headers, body: body.toString("utf8") }, account);
    // What cannot be read back would be delivered to its consumer again and again.
    reports = read.reports.map((report) => StoredReport.parse({ provider: connection.provider, ...report }));
  } catch (error) {
    reportFailure("webhooks-voip", error);
    // Any other error counts as unreadable, as nothing about its content is guaranteed.
    return answer(error instanceof BadSignature ? 401 : 400);
  }
  try {
    await receiveAll(
      orgId,
      reports.map((report) => reportEvent(orgId, report)),
    );
  } catch (error) {
    if (error instanceof KartisError && error.code === "NOT_FOUND") return answer(404);
    throw error;
  }
  const { contentType, body: said } = read.answer;
  return { statusCode: 200, headers: { ...open, "content-type": contentType }, body: said };
}
