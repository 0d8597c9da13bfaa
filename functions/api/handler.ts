import { systemClock } from "@kartis/core/kernel/clock.ts";
import { env } from "@kartis/core/kernel/env.ts";
import { KartisError, errorShape, errorStatus } from "@kartis/core/kernel/error.ts";
import { newId } from "@kartis/core/kernel/id.ts";
import type { CallContext, Cookie } from "@kartis/core/kernel/procedure.ts";
import { authenticate, deviceCookie } from "@kartis/core/identity/index.ts";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { readCookies, setCookieHeader } from "./cookies.ts";
import { log } from "./log.ts";
import { currentRequestId, router } from "./router.ts";
import { type Route, routes } from "./routes.ts";

/** More than fits a call of ours; API Gateway would let 10 MB through. */
const maxBodyBytes = 1024 * 1024;

const maxBatchCalls = 10;

/** The API Lambda: session to actor, then the route. */
export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const requestId = requestIdOf(event);
  const cookies: Cookie[] = [];
  try {
    const kept = readCookies(event.cookies ?? [], env("PUBLIC_ORIGIN"));
    const device = kept.get(deviceCookie);
    const client = {
      address: addressOf(event),
      userAgent: event.requestContext.http.userAgent ?? "",
      ...(device === undefined ? {} : { device }),
    };
    const session = () => {
      requireOwnOrigin(event);
      return authenticate(kept, systemClock);
    };
    if (event.routeKey === "ANY /api/v1/{proxy+}") {
      const { serveRest } = await import("./rest/serve.ts");
      return await serveRest({ event, requestId, client, session });
    }
    const context: CallContext = {
      actor: await session(),
      clock: systemClock,
      requestId,
      origin: "ui",
      client,
      setCookie: (cookie) => cookies.push(cookie),
    };
    const route: Route | undefined = routes[event.routeKey];
    const result = route ? await route(event, context) : await callTrpc(event, context);
    return {
      ...result,
      headers: { "cache-control": "no-store", ...result.headers, "x-request-id": requestId },
      cookies: cookies.map((cookie) => setCookieHeader(cookie, env("PUBLIC_ORIGIN"))),
    };
  } catch (error) {
    const shape = errorShape(error, requestId);
    if (shape.status >= 500) log("error", "unhandled", { requestId, error });
    return {
      statusCode: shape.status,
      headers: { "content-type": "application/json", "cache-control": "no-store", "x-request-id": requestId },
      body: JSON.stringify({ error: { message: "", code: -32_600, data: shape } }),
    };
  }
}

async function callTrpc(event: APIGatewayProxyEventV2, context: CallContext): Promise<APIGatewayProxyStructuredResultV2> {
  const body = event.isBase64Encoded ? Buffer.from(event.body ?? "", "base64").toString("utf8") : event.body;
  if (body && Buffer.byteLength(body) > maxBodyBytes) throw new KartisError("PAYLOAD_TOO_LARGE");
  const { method } = event.requestContext.http;
  const response = await currentRequestId.run(context.requestId, () =>
    fetchRequestHandler({
      endpoint: "/api/trpc",
      router,
      req: new Request(`https://api.local${event.rawPath}${event.rawQueryString ? `?${event.rawQueryString}` : ""}`, {
        method,
        headers: { "content-type": event.headers["content-type"] ?? "application/json" },
        ...(method === "POST" ? { body: body ?? "" } : {}),
      }),
      // Every call is a POST (SPEC section 7), queries too: their input can be longer than an address may be.
      allowMethodOverride: true,
      allowBatching: true,
      maxBatchSize: maxBatchCalls,
      createContext: () => context,
      onError({ error, path }) {
        const thrown = error.cause instanceof KartisError ? error.cause : error;
        const isOurs = thrown instanceof KartisError ? errorStatus[thrown.code] >= 500 : thrown.code === "INTERNAL_SERVER_ERROR";
        if (isOurs) log("error", "unhandled", { requestId: context.requestId, path, error: thrown });
      },
    }),
  );
  return {
    statusCode: response.status,
    headers: { "content-type": response.headers.get("content-type") ?? "application/json" },
    body: await response.text(),
  };
}

/** The caller's id when it is one (a UUID, as the spec asks), so that a line in a log can be found from what the user was shown. */
function requestIdOf(event: APIGatewayProxyEventV2): string {
  const given = event.headers["x-request-id"];
  return given && /^[\w-]{8,64}$/.test(given) ? given : newId("req");
}

/**
 * Who calls, for limits on attempts and the list of sessions. Behind CloudFront `sourceIp` is an edge of CloudFront's; the viewer is the last but one
 * of the header that API Gateway lengthens. Whoever calls API Gateway past CloudFront can pretend an address, not an account.
 */
function addressOf(event: APIGatewayProxyEventV2): string {
  const forwarded = event.headers["x-forwarded-for"]?.split(",").map((address) => address.trim());
  return forwarded?.at(-2) ?? event.requestContext.http.sourceIp;
}

/** SameSite=Lax keeps cookies off other sites' posts; this keeps out what a browser sends from another origin all the same. */
function requireOwnOrigin(event: APIGatewayProxyEventV2): void {
  const { origin } = event.headers;
  if (origin && event.requestContext.http.method !== "GET" && origin !== env("PUBLIC_ORIGIN")) {
    throw new KartisError("FORBIDDEN", { messageKey: "errors.wrongOrigin" });
  }
}
