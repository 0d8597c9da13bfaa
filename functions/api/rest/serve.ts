import { systemClock } from "@kartis/core/kernel/clock.ts";
import { KartisError, errorShape } from "@kartis/core/kernel/error.ts";
import { onlyAsks } from "@kartis/core/data/early-reads.ts";
import { asKartisError } from "@kartis/core/data/engine-failure.ts";
import { boundingQuestions } from "@kartis/core/data/replica/question-time.ts";
import { type Actor, actorRef, principalOf } from "@kartis/core/kernel/actor.ts";
import { parseJson } from "@kartis/core/kernel/json.ts";
import type { Once } from "@kartis/core/kernel/once.ts";
import type { CallContext } from "@kartis/core/kernel/procedure.ts";
import { calledIn } from "@kartis/core/words.ts";
import { authenticateToken, countRequest, type KeptAnswer, onceByKey, type RequestQuota } from "@kartis/core/tokens/index.ts";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { bodyOf, maxBodyBytes } from "../body.ts";
import { languageOf } from "../language.ts";
import { log } from "../log.ts";
import { openApiDocument } from "./document/document.ts";
import { inputOf } from "./input.ts";
import { matchOperation } from "./match.ts";
import { problemOf } from "./problem.ts";

const base = "/api/v1";

/**
 * Only one of our own pages can set it on a request with cookies: another site's would need permission, which none has. The explorer sends it to try calls
 * under the person's own rights.
 */
const sessionHeader = "x-kartis-session";

interface RestRequest {
  readonly event: APIGatewayProxyEventV2;
  readonly requestId: string;
  readonly client: CallContext["client"];
  /** The caller, according to the cookies. */
  readonly session: () => Promise<Actor>;
}

/** `/api/v1`: the operations of the public API and their document. */
export async function serveRest({ event, requestId, client, session }: RestRequest): Promise<APIGatewayProxyStructuredResultV2> {
  const path = event.rawPath.slice(base.length);
  const { method } = event.requestContext.http;
  if (path === "/openapi.json" && method === "GET") return json(200, JSON.stringify(openApiDocument()), requestId, {});
  let quota: RequestQuota | undefined;
  try {
    requireEncoding(path);
    const match = matchOperation(method, path);
    const actor = await actorOf(event, session);
    const { orgId, plan } = principalOf(actor);
    quota = await countRequest(orgId, actorRef(actor).id, plan?.type ?? "FREE", systemClock);
    if (quota.remaining < 0) throw new KartisError("TOO_MANY_REQUESTS", { retryAfterSeconds: quota.resetSeconds });
    // The body of a GET has no meaning (RFC 9110 section 9.3.1).
    const body = method === "GET" ? "" : bodyOf(event, maxBodyBytes);
    const context: CallContext = {
      actor,
      clock: systemClock,
      requestId,
      origin: "api",
      ...calledIn(languageOf(event)),
      client,
      setCookie: () => undefined,
    };
    if (match.operation.procedure.kind === "query") onlyAsks();
    let refusal: unknown;
    const run = async (once?: Once): Promise<KeptAnswer> => {
      try {
        const input = inputOf(match, new URLSearchParams(event.rawQueryString), parsedBody(event, body));
        const answer = await boundingQuestions(actorRef(actor).id, () =>
          match.operation.procedure.call(input, { ...context, once }),
        );
        return { status: match.operation.status ?? 200, body: JSON.stringify(answer) };
      } catch (error) {
        refusal = error;
        return failure(error, requestId, match.operation.id);
      }
    };
    const key = method === "GET" ? undefined : idempotencyKeyOf(event);
    if (key === undefined) {
      const answer = await run();
      return answerOf(answer, requestId, quota, headersOf(refusal));
    }
    const request = [method, path, event.rawQueryString, body];
    const once = await onceByKey({ orgId, caller: actorRef(actor).id, key, request }, systemClock, run);
    return answerOf(once, requestId, quota, once.isReplay ? { "idempotent-replayed": "true" } : headersOf(refusal));
  } catch (error) {
    return answerOf(failure(error, requestId), requestId, quota, headersOf(error));
  }
}

/** A path that the gateway could not decode arrives as it was sent. */
function requireEncoding(path: string): void {
  try {
    decodeURIComponent(path);
  } catch {
    throw new KartisError("BAD_REQUEST", { messageKey: "api.pathEncoding" });
  }
}

async function actorOf(event: APIGatewayProxyEventV2, session: () => Promise<Actor>): Promise<Actor> {
  const { authorization } = event.headers;
  if (authorization !== undefined) {
    const [, text] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
    const actor = text && (await authenticateToken(text, systemClock));
    if (!actor) throw new KartisError("UNAUTHORIZED");
    return actor;
  }
  if (event.headers[sessionHeader] === undefined) throw new KartisError("UNAUTHORIZED");
  return session();
}

function parsedBody(event: APIGatewayProxyEventV2, body: string): unknown {
  if (body === "") return undefined;
  if (!/^application\/json\b/i.test(event.headers["content-type"] ?? "")) throw new KartisError("UNSUPPORTED_MEDIA_TYPE");
  return parseJson(body);
}

function idempotencyKeyOf(event: APIGatewayProxyEventV2): string | undefined {
  const key = event.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (key.length < 1 || key.length > 255)
    throw new KartisError("INVALID_INPUT", { fields: { "Idempotency-Key": "api.idempotencyKey" } });
  return key;
}

function failure(error: unknown, requestId: string, operation?: string): KeptAnswer {
  const shape = errorShape(asKartisError(error), requestId);
  if (shape.status >= 500) log("error", "unhandled", { requestId, operation, error });
  return { status: shape.status, body: JSON.stringify(problemOf(shape)) };
}

function headersOf(error: unknown): Record<string, string> {
  if (!(error instanceof KartisError)) return {};
  switch (error.code) {
    case "UNAUTHORIZED":
      return { "www-authenticate": "Bearer" };
    case "METHOD_NOT_SUPPORTED":
      return { allow: String(error.details.params?.["allowed"]) };
    case "TOO_MANY_REQUESTS":
      return { "retry-after": String(error.details.retryAfterSeconds ?? 60) };
    default:
      return {};
  }
}

function answerOf(
  { status, body }: KeptAnswer,
  requestId: string,
  quota: RequestQuota | undefined,
  headers: Readonly<Record<string, string>> = {},
): APIGatewayProxyStructuredResultV2 {
  const limits = quota && {
    "ratelimit-limit": String(quota.limit),
    "ratelimit-remaining": String(Math.max(0, quota.remaining)),
    "ratelimit-reset": String(quota.resetSeconds),
  };
  return json(status, body, requestId, { ...limits, ...headers });
}

const json = (
  statusCode: number,
  body: string,
  requestId: string,
  headers: Readonly<Record<string, string>>,
): APIGatewayProxyStructuredResultV2 => ({
  statusCode,
  headers: {
    "content-type": statusCode >= 400 ? "application/problem+json" : "application/json",
    "cache-control": "no-store",
    "x-request-id": requestId,
    ...headers,
  },
  body,
});
