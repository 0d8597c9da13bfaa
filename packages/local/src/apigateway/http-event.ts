import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { accountId } from "../arns.ts";

/** The event of payload format 2.0, as far as API Gateway fills it without authorizers and stages. */
export interface HttpEvent {
  readonly version: "2.0";
  readonly routeKey: string;
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly cookies?: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly queryStringParameters?: Readonly<Record<string, string>>;
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly requestContext: Readonly<Record<string, unknown>>;
  readonly body?: string;
  readonly isBase64Encoded: boolean;
}

export interface HttpEventInput {
  readonly request: IncomingMessage;
  readonly url: URL;
  /** `url.pathname`, decoded. */
  readonly path: string;
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string>> | undefined;
  readonly body: Buffer;
}

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html */
export function httpEvent({ request, url, path, routeKey, pathParameters, body }: HttpEventInput): HttpEvent {
  const { cookies, headers } = headersOf(request);
  const sourceIp = request.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";
  const now = Date.now();
  const host = headers["host"] ?? url.host;
  const queryStringParameters = joined([...url.searchParams]);
  const isBase64Encoded = body.length > 0 && !isText(headers);
  return {
    version: "2.0",
    routeKey,
    rawPath: path,
    rawQueryString: url.search.slice(1),
    ...(cookies.length > 0 && { cookies }),
    headers: {
      ...headers,
      "x-forwarded-for": [headers["x-forwarded-for"], sourceIp].filter(Boolean).join(", "),
      "x-forwarded-proto": "http",
      "x-forwarded-port": String(request.socket.localPort ?? ""),
    },
    ...(Object.keys(queryStringParameters).length > 0 && { queryStringParameters }),
    ...(pathParameters && { pathParameters }),
    requestContext: {
      accountId,
      apiId: "local",
      domainName: host.replace(/:\d+$/, ""),
      domainPrefix: host.split(/[.:]/)[0],
      http: {
        method: request.method ?? "",
        path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp,
        userAgent: headers["user-agent"] ?? "",
      },
      requestId: randomUUID(),
      routeKey,
      stage: "$default",
      time: clfTime(now),
      timeEpoch: now,
    },
    ...(body.length > 0 && { body: body.toString(isBase64Encoded ? "base64" : "utf8") }),
    isBase64Encoded,
  };
}

/** Names in lower case, repeated headers joined by commas; cookies stand apart. */
function headersOf(request: IncomingMessage): { cookies: string[]; headers: Record<string, string> } {
  const pairs: [string, string][] = [];
  const cookies: string[] = [];
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    if (name === "cookie") cookies.push(...(values ?? []).flatMap((value) => value.split(/;\s*/).filter(Boolean)));
    else pairs.push(...(values ?? []).map((value): [string, string] => [name, value]));
  }
  return { cookies, headers: joined(pairs) };
}

function joined(pairs: readonly (readonly [string, string])[]): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of pairs) result[name] = result[name] === undefined ? value : `${result[name]},${value}`;
  return result;
}

/** Everything that API Gateway does not know to be text arrives as base64, forms (x-www-form-urlencoded) included. */
function isText(headers: Readonly<Record<string, string>>): boolean {
  if (headers["content-encoding"] !== undefined && headers["content-encoding"] !== "identity") return false;
  return /^(text\/|application\/(json|javascript|xml|[^;]+\+(json|xml)))/i.test(headers["content-type"] ?? "text/plain");
}

/** `21/Nov/2026:04:39:00 +0000`, the common log format. */
function clfTime(instant: number): string {
  const [, day, month, year, time] = new Date(instant).toUTCString().split(" ");
  return `${day}/${month}/${year}:${time} +0000`;
}
