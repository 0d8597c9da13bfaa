import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./schema.d.ts";

/** What the API answers instead, when it refuses or fails. */
export type Problem = components["schemas"]["Problem"];
/** The shapes of answers, by their names in the OpenAPI document. */
export type Answers = components["schemas"];

export interface KartisOptions {
  /** A token from Settings, API. */
  readonly token: string;
  /** The address of your Kartis, such as `https://app.example.com`. */
  readonly origin: string;
  /** In place of the platform's own. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

const tries = 3;
const longestWaitSeconds = 60;
/** Answers after which the same request may be sent again. */
const passing: ReadonlySet<number> = new Set([429, 502, 503]);

/** Arrays of texts are repeated, other arrays and objects are JSON, as the document says. */
function queryOf(query: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const isList = Array.isArray(value) && value.every((one) => typeof one === "string");
    if (value === undefined || value === null) continue;
    for (const one of isList ? value : [value]) parameters.append(name, typeof one === "string" ? one : JSON.stringify(one));
  }
  return parameters.toString();
}

/**
 * A client of the public API, typed by its document: `kartis.GET("/cards", { params: { query: { cardTypeId } } })` answers `{ data }`, or `{ error }` with a
 * problem. Changes carry an `Idempotency-Key`, so that a request whose answer was lost, or that came at a busy moment, is sent again and takes effect once.
 */
export function kartis({ token, origin, fetch: send = (request) => fetch(request) }: KartisOptions): Client<paths> {
  const client = createClient<paths>({
    baseUrl: `${origin}/api/v1`,
    querySerializer: queryOf,
    fetch: (request) => persistently(request, send),
  });
  client.use({
    onRequest({ request }) {
      request.headers.set("authorization", `Bearer ${token}`);
      if (request.method !== "GET" && !request.headers.has("idempotency-key"))
        request.headers.set("idempotency-key", crypto.randomUUID());
      return request;
    },
  });
  return client;
}

/** Sends the request up to three times. Throws what the last attempt threw. */
async function persistently(request: Request, send: (request: Request) => Promise<Response>): Promise<Response> {
  for (let left = tries - 1; ; left--) {
    let seconds = tries - left;
    try {
      const response = await send(request.clone());
      if (!passing.has(response.status) || left === 0) return response;
      seconds = Number(response.headers.get("retry-after") ?? seconds);
    } catch (error) {
      if (left === 0 || request.signal.aborted) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, longestWaitSeconds) * 1_000));
  }
}
