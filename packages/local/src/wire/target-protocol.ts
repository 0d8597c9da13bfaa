import type { IncomingMessage } from "node:http";
import { AwsError } from "./errors.ts";
import { abandonment, parseJsonObject, readBody, replyError, replyJson } from "./http.ts";
import type { HttpHandler } from "./http.ts";

export interface TargetContext {
  /** Aborts when the client has gone away. */
  readonly signal: AbortSignal;
  /** `http://127.0.0.1:4566`, as the client reached this server. */
  readonly origin: string;
}

export type TargetOperation = (fields: Record<string, unknown>, context: TargetContext) => unknown;

/** `AmazonSQS.SendMessage` → both halves; undefined if the request is not of this protocol. */
export function targetOf(request: IncomingMessage): { service: string; operation: string } | undefined {
  const header = request.headers["x-amz-target"];
  if (typeof header !== "string") return undefined;
  const dot = header.indexOf(".");
  return { service: header.slice(0, dot), operation: header.slice(dot + 1) };
}

/** Throws the service's own error when the caller may not do what the request asks for. */
export type Authorise = (request: IncomingMessage, operation: string, fields: Readonly<Record<string, unknown>>) => void;

/** Serves AWS JSON 1.0/1.1: one POST whose X-Amz-Target names the operation. */
export function serveTargets(
  operations: Readonly<Record<string, TargetOperation>>,
  limitBytes: number,
  authorise: Authorise,
): HttpHandler {
  return async (request, response) => {
    const contentType = request.headers["content-type"] ?? "application/x-amz-json-1.0";
    try {
      const name = targetOf(request)?.operation ?? "";
      const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
      if (!operation) throw new AwsError("UnknownOperationException", `Operation ${name} is not served here.`);
      const context = { signal: abandonment(response), origin: `http://${request.headers.host ?? "127.0.0.1"}` };
      const fields = parseJsonObject(await readBody(request, limitBytes));
      authorise(request, name, fields);
      replyJson(response, { contentType, body: await operation(fields, context) });
    } catch (error) {
      replyError(response, error, contentType);
    }
  };
}
