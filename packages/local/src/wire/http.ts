import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { AwsError } from "./errors.ts";

/** Owns the whole exchange. It may throw: the router answers for it. */
export type HttpHandler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Reads a body, or throws a 413 as soon as it passes `limitBytes`. */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > limitBytes) throw new AwsError("RequestEntityTooLarge", "Request entity too large", { status: 413 });
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}

/** Parses a JSON body that must be an object; an empty body is `{}`. */
export function parseJsonObject(body: Buffer): Record<string, unknown> {
  if (body.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(body.toString("utf8"));
  } catch {
    throw new AwsError("SerializationException", "The request body is not JSON");
  }
  if (!isObject(value)) throw new AwsError("SerializationException", "The request body is not a JSON object");
  return value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export interface JsonReply {
  readonly status?: number;
  readonly contentType: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export function replyJson(response: ServerResponse, { status = 200, contentType, body, headers = {} }: JsonReply): void {
  if (response.destroyed || response.headersSent) return;
  const bytes = Buffer.from(JSON.stringify(body ?? {}));
  response.writeHead(status, {
    "content-type": contentType,
    "content-length": bytes.length,
    "x-amzn-requestid": randomUUID(),
    ...headers,
  });
  response.end(bytes);
}

/** Answers with an error in the shape that AWS's JSON protocols share. */
export function replyError(response: ServerResponse, error: unknown, contentType: string): void {
  const known = error instanceof AwsError ? error : new AwsError("InternalFailure", messageOf(error), { status: 500 });
  if (!(error instanceof AwsError)) console.error(error);
  replyJson(response, {
    status: known.status,
    contentType,
    // Clients of different ages look for either spelling of the message.
    body: { __type: known.code, message: known.message, Message: known.message },
    headers: {
      "x-amzn-errortype": known.code,
      ...(known.queryCode && { "x-amzn-query-error": `${known.queryCode};Sender` }),
    },
  });
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Aborts when the client goes away before it has its answer, so that a long poll does not take messages for nobody. */
export function abandonment(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
