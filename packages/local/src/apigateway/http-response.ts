import type { ServerResponse } from "node:http";
import { isObject } from "../wire/http.ts";

export interface HttpResult {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: Buffer;
}

/**
 * Converts a handler's result to HTTP. Anything without a `statusCode` is the body itself, as JSON.
 * Returns undefined for what API Gateway answers with 500: a status or body of the wrong type.
 */
export function httpResult(returned: unknown): HttpResult | undefined {
  if (!isObject(returned) || returned["statusCode"] === undefined) {
    const text = typeof returned === "string" ? returned : JSON.stringify(returned ?? null);
    return { statusCode: 200, headers: { "content-type": "application/json" }, cookies: [], body: Buffer.from(text) };
  }
  const { statusCode, headers = {}, cookies = [], body = "", isBase64Encoded = false } = returned;
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599) return undefined;
  if (typeof body !== "string" || !isObject(headers) || !Array.isArray(cookies)) return undefined;
  const lowerCased = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return {
    statusCode: status,
    headers: { "content-type": "text/plain;charset=UTF-8", ...Object.fromEntries(lowerCased) },
    cookies: cookies.map(String),
    body: Buffer.from(body, isBase64Encoded === true ? "base64" : "utf8"),
  };
}

export function sendResult(response: ServerResponse, result: HttpResult, more: Readonly<Record<string, string>> = {}): void {
  const hasBody = result.statusCode !== 204 && result.statusCode !== 304;
  const { "content-type": contentType, ...headers } = result.headers;
  response.writeHead(result.statusCode, {
    ...more,
    ...headers,
    ...(hasBody && { "content-type": contentType, "content-length": String(result.body.length) }),
    ...(result.cookies.length > 0 && { "set-cookie": [...result.cookies] }),
  });
  response.end(hasBody ? result.body : undefined);
}

/** The errors of API Gateway itself, with its texts. */
export function sendGatewayError(
  response: ServerResponse,
  status: 404 | 413 | 500 | 503,
  more: Readonly<Record<string, string>> = {},
): void {
  const message = {
    404: "Not Found",
    413: "Request Entity Too Large",
    500: "Internal Server Error",
    503: "Service Unavailable",
  }[status];
  const body = Buffer.from(JSON.stringify({ message }));
  response.writeHead(status, { ...more, "content-type": "application/json", "content-length": body.length });
  response.end(body);
}
