import { systemClock } from "@kartis/core/kernel/clock.ts";
import { env } from "@kartis/core/kernel/env.ts";
import { KartisError, errorShape, errorStatus } from "@kartis/core/kernel/error.ts";
import { newId } from "@kartis/core/kernel/id.ts";
import { parseJson } from "@kartis/core/kernel/json.ts";
import type { CallContext, Cookie } from "@kartis/core/kernel/procedure.ts";
import { asKartisError } from "@kartis/core/data/engine-failure.ts";
import { readingAhead } from "@kartis/core/data/early-reads.ts";
import { boundingQuestions } from "@kartis/core/data/replica/question-time.ts";
import { actorRef } from "@kartis/core/kernel/actor.ts";
import { calledIn } from "@kartis/core/words.ts";
import { authenticate, deviceCookie } from "@kartis/core/identity/index.ts";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { bodyOf, maxBodyBytes } from "./body.ts";
import { compressed } from "./compressed.ts";
import { readCookies, setCookieHeader } from "./cookies.ts";
import { languageOf } from "./language.ts";
import { log } from "./log.ts";
import { currentRequestId, domainsIn, routerFor } from "./router.ts";
import { readAhead } from "./read-ahead.ts";
import { type Route, routes, withoutSession } from "./routes.ts";
import { viewerAddress } from "./viewer-address.ts";

/** More than anybody needs before signing in: a message of the contact form, the answer of a passkey. */
const maxAnonymousBytes = 64 * 1024;

const maxBatchCalls = 10;

/** The API Lambda: session to actor, then the route. */
export const handler = (asked: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> =>
  readingAhead(async () => {
    const event = headAsGet(asked);
    return compressed(event, await answer(event));
  });

/** HEAD is answered as GET is (RFC 9110 section 9.3.2); the gateway sends the headers alone. */
function headAsGet(event: APIGatewayProxyEventV2): APIGatewayProxyEventV2 {
  const { http } = event.requestContext;
  if (http.method !== "HEAD") return event;
  return {
    ...event,
    routeKey: event.routeKey.replace(/^HEAD /, "GET "),
    requestContext: { ...event.requestContext, http: { ...http, method: "GET" } },
  };
}

async function answer(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const requestId = requestIdOf(event);
  const cookies: Cookie[] = [];
  try {
    const kept = readCookies(event.cookies ?? [], env("PUBLIC_ORIGIN"));
    const device = kept.get(deviceCookie);
    const client = {
      address: viewerAddress(event),
      userAgent: event.requestContext.http.userAgent ?? "",
      ...(device === undefined ? {} : { device }),
    };
    const session = async () => {
      requireOwnOrigin(event);
      return authenticate(kept, systemClock, await readAhead(event));
    };
    if (event.routeKey === "ANY /api/v1/{proxy+}") {
      const { serveRest } = await import("./rest/serve.ts");
      return await serveRest({ event, requestId, client, session });
    }
    const context: CallContext = {
      actor: withoutSession.has(event.routeKey) ? { kind: "anonymous" } : await session(),
      clock: systemClock,
      requestId,
      origin: "ui",
      ...calledIn(languageOf(event)),
      client,
      setCookie: (cookie) => cookies.push(cookie),
    };
    const route: Route | undefined = routes[event.routeKey];
    const result = await boundingQuestions(actorRef(context.actor).id, async () =>
      route ? route(event, context) : callTrpc(event, context),
    );
    return {
      ...result,
      headers: { "cache-control": "no-store", ...result.headers, "x-request-id": requestId },
      cookies: cookies.map((cookie) => setCookieHeader(cookie, env("PUBLIC_ORIGIN"))),
    };
  } catch (error) {
    const shape = errorShape(asKartisError(error), requestId);
    if (shape.status >= 500) log("error", "unhandled", { requestId, error });
    return {
      statusCode: shape.status,
      headers: {
        "content-type": "application/json",
        "cache-control": "no-store",
        "x-request-id": requestId,
        ...retryAfter(shape.retryAfterSeconds),
      },
      body: JSON.stringify({ error: { message: "", code: -32_600, data: shape } }),
    };
  }
}

async function callTrpc(event: APIGatewayProxyEventV2, context: CallContext): Promise<APIGatewayProxyStructuredResultV2> {
  const body = bodyOf(event, context.actor.kind === "anonymous" ? maxAnonymousBytes : maxBodyBytes);
  const { method } = event.requestContext.http;
  const router = await routerFor(domainsIn(event.rawPath));
  const response = await currentRequestId.run(context.requestId, () =>
    fetchRequestHandler({
      endpoint: "/api/trpc",
      router,
      req: new JsonRequest(`https://api.local${event.rawPath}${event.rawQueryString ? `?${event.rawQueryString}` : ""}`, {
        method,
        headers: { "content-type": event.headers["content-type"] ?? "application/json" },
        ...(method === "POST" ? { body } : {}),
      }),
      // Every call is a POST (SPEC section 7), queries too: their input can be longer than a URL may be.
      allowMethodOverride: true,
      allowBatching: true,
      maxBatchSize: maxBatchCalls,
      createContext: () => context,
      responseMeta: ({ errors }) => ({
        headers: retryAfter(
          Math.max(0, ...errors.map(({ cause }) => (cause instanceof KartisError && cause.details.retryAfterSeconds) || 0)),
        ),
      }),
      onError({ error, path }) {
        const thrown = error.cause instanceof KartisError ? error.cause : error;
        const isOurs = thrown instanceof KartisError ? errorStatus[thrown.code] >= 500 : thrown.code === "INTERNAL_SERVER_ERROR";
        if (isOurs) log("error", "unhandled", { requestId: context.requestId, path, error: thrown });
      },
    }),
  );
  return {
    statusCode: response.status,
    headers: {
      "content-type": response.headers.get("content-type") ?? "application/json",
      ...retryAfter(Number(response.headers.get("retry-after"))),
    },
    body: await response.text(),
  };
}

const retryAfter = (seconds = 0): Record<string, string> => (seconds > 0 ? { "retry-after": String(seconds) } : {});

/** The request as tRPC reads it: its JSON is parsed with limited depth and without rounding numbers. */
class JsonRequest extends Request {
  override json = async (): Promise<unknown> => parseJson(await this.text());
}

/** The caller's id, a UUID from the site (SPEC section 7) and any plain word of 8 to 64 characters from a program, so that a line in a log can be found from what the user was shown. */
function requestIdOf(event: APIGatewayProxyEventV2): string {
  const given = event.headers["x-request-id"];
  return given && /^[\w-]{8,64}$/.test(given) ? given : newId("req");
}

/** SameSite=Lax keeps cookies off other sites' posts; this refuses what a browser sends from another origin all the same. */
function requireOwnOrigin(event: APIGatewayProxyEventV2): void {
  const { origin } = event.headers;
  if (origin && event.requestContext.http.method !== "GET" && origin !== env("PUBLIC_ORIGIN")) {
    throw new KartisError("FORBIDDEN", { messageKey: "errors.wrongOrigin" });
  }
}
