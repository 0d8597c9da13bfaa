import type { IncomingMessage, ServerResponse } from "node:http";
import type { LambdaFunction } from "../lambda/function.ts";
import { httpEvent } from "./http-event.ts";
import { httpResult, sendGatewayError, sendResult } from "./http-response.ts";
import { RouteTable } from "./routes.ts";

/** API Gateway takes 10 MB, but a Lambda can only be handed, and hand back, 6. */
const gatewayBytes = 10 * 1024 * 1024;
const lambdaBytes = 6 * 1024 * 1024;
const integrationTimeoutMs = 30_000;

export interface HttpApi {
  /** @param routeKey `POST /api/trpc/{proxy+}` */
  addRoute(routeKey: string, target: LambdaFunction): void;
  handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void>;
}

/** An HTTP API with Lambda integrations, payload format 2.0. `headers` go with every answer, as CloudFront adds its policy's. */
export function createHttpApi(headers: Readonly<Record<string, string>> = {}): HttpApi {
  const routes = new RouteTable<LambdaFunction>();

  return {
    addRoute: (routeKey, target) => routes.add(routeKey, target),
    async handle(request, response, url) {
      const path = decoded(url.pathname);
      const match = routes.match(request.method ?? "", path);
      if (match === undefined) return sendGatewayError(response, 404, headers);

      const body = await bodyOf(request);
      if (body === undefined) return refuseBody(request, response, headers);
      const event = httpEvent({ request, url, path, routeKey: match.routeKey, pathParameters: match.pathParameters, body });
      if (body.length > lambdaBytes || JSON.stringify(event).length > lambdaBytes)
        return sendGatewayError(response, 413, headers);

      const outcome = await answerOf(match.target, event);
      if (response.destroyed) return;
      if (typeof outcome === "number") return sendGatewayError(response, outcome, headers);
      sendResult(response, outcome, headers);
    },
  };
}

async function answerOf(target: LambdaFunction, event: unknown) {
  const { promise: late, resolve } = Promise.withResolvers<"late">();
  const timer = setTimeout(() => resolve("late"), integrationTimeoutMs);
  try {
    const returned = await Promise.race([target.invoke(event), late]);
    if (returned === "late") return 503;
    const result = httpResult(returned);
    return result === undefined || result.body.length > lambdaBytes ? 500 : result;
  } catch {
    return 500; // the function has logged why
  } finally {
    clearTimeout(timer);
  }
}

/** Undefined when it is too large; the rest of it is then unread, and the connection still open for the answer. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const part = Buffer.from(chunk);
    size += part.length;
    if (size > gatewayBytes) return undefined;
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}

function refuseBody(request: IncomingMessage, response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  request.resume(); // a browser reads the answer only after it has sent everything
  sendGatewayError(response, 413, headers);
}

/** The path itself where its encoding is malformed: what that means to the caller is the function's to say. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
