import { hashPassword } from "@kartis/core/identity/index.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { createUser } from "@kartis/core/users/index.ts";
import { aroundRequests } from "@kartis/core/data/connection.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { gatewayEvent } from "@kartis/tests/support/gateway.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { handler } from "./handler.ts";
import { procedures } from "./procedures.ts";

let backend: Backend;
let owner: Owner;
let logged: string[];
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
});
afterAll(() => backend.close());
beforeEach(() => {
  logged = [];
  vi.spyOn(process.stdout, "write").mockImplementation((line) => {
    logged.push(String(line));
    return true;
  });
  return () => void vi.restoreAllMocks();
});

interface Request {
  readonly path: string;
  readonly query?: string;
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
  readonly routeKey?: string;
  readonly signedIn?: boolean;
  /** The caller, if not the owner. */
  readonly by?: Owner;
  readonly pathParameters?: Record<string, string>;
}

const eventOf = ({ path, query = "", method = "POST", body, headers = {}, signedIn = true, ...more }: Request) =>
  gatewayEvent({
    method,
    path,
    routeKey: more.routeKey ?? `${method} /api/trpc/{proxy+}`,
    query,
    headers: { "content-type": "application/json", ...headers },
    ...(signedIn ? { cookies: (more.by ?? owner).cookies } : {}),
    pathParameters: more.pathParameters,
    body,
  });

const requestId = "0b9c1a52-7f6e-4c58-9a37-3f0a3a1c9d10";
async function call(request: Request) {
  const answer = await handler(eventOf({ ...request, headers: { "x-request-id": requestId, ...request.headers } }));
  expect(answer.headers?.["x-request-id"]).toBe(requestId);
  const body: unknown = answer.body ? JSON.parse(answer.body) : undefined;
  return { status: answer.statusCode, body, cookies: answer.cookies ?? [], headers: answer.headers };
}

const Failure = z.strictObject({
  error: z.strictObject({
    message: z.literal(""),
    code: z.number(),
    data: z.object({ code: z.string(), status: z.number(), requestId: z.literal(requestId) }),
  }),
});
const batchOf = (name: string, count: number) => ({
  path: `/api/trpc/${Array.from({ length: count }, () => name).join(",")}`,
  query: "batch=1",
  body: JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [at, {}]))),
});

describe("an error has one shape and its status, whatever went wrong", () => {
  const me = "/api/trpc/identity.me";
  const cases: Record<string, [Request, string, number]> = {
    "an unknown procedure": [{ path: "/api/trpc/cards.nothing", body: "{}" }, "NOT_FOUND", 404],
    "an inherited name": [{ path: "/api/trpc/cards.constructor", body: "{}" }, "NOT_FOUND", 404],
    "a prototype": [{ path: "/api/trpc/__proto__.toString", body: "{}" }, "NOT_FOUND", 404],
    "no procedure": [{ path: "/api/trpc/", body: "{}" }, "NOT_FOUND", 404],
    "a body that is no JSON": [{ path: "/api/trpc/cards.search", body: "{not json" }, "PARSE_ERROR", 400],
    "an input that is none": [{ path: "/api/trpc/cards.get", body: '{"id":"x"}' }, "INVALID_INPUT", 400],
    "no body": [{ path: "/api/trpc/cards.get" }, "PARSE_ERROR", 400],
    "a query and a mutation in one batch": [
      { path: "/api/trpc/identity.me,profile.update", query: "batch=1", body: '{"0":{},"1":{}}' },
      "BAD_REQUEST",
      400,
    ],
    "a form instead of JSON": [
      { path: me, body: "a=b", headers: { "content-type": "application/x-www-form-urlencoded" } },
      "UNSUPPORTED_MEDIA_TYPE",
      415,
    ],
    "too large a body": [{ path: me, body: JSON.stringify("x".repeat(1024 * 1024)) }, "PAYLOAD_TOO_LARGE", 413],
    "too large a body of somebody who is not signed in": [
      { path: "/api/trpc/identity.signIn", body: JSON.stringify("x".repeat(64 * 1024)), signedIn: false },
      "PAYLOAD_TOO_LARGE",
      413,
    ],
    "a body nested without end": [
      { path: "/api/trpc/identity.signIn", body: `${"[".repeat(30_000)}${"]".repeat(30_000)}`, signedIn: false },
      "INVALID_INPUT",
      400,
    ],
    "a number that would be rounded": [
      { path: "/api/trpc/cards.search", body: '{"cursor":9007199254740993}' },
      "INVALID_INPUT",
      400,
    ],
    "a filter of more conditions than a list is asked for": [
      {
        path: "/api/trpc/cards.search",
        body: JSON.stringify({
          filter: { all: Array(21).fill({ any: Array(10).fill({ fieldId: "name", operator: "EXISTS" }) }) },
        }),
      },
      "INVALID_INPUT",
      400,
    ],
    "nobody signed in": [{ path: me, body: "{}", signedIn: false }, "UNAUTHORIZED", 401],
    "another origin": [{ path: me, body: "{}", headers: { origin: "https://evil.example" } }, "FORBIDDEN", 403],
    "a mutation by GET": [{ path: "/api/trpc/identity.signOut", method: "GET" }, "METHOD_NOT_SUPPORTED", 405],
    "more calls than a batch may have": [batchOf("identity.me", 11), "BAD_REQUEST", 400],
    "a file that is none": [
      { path: "/files/x", method: "GET", routeKey: "GET /files/{fileId}", pathParameters: { fileId: "x" } },
      "NOT_FOUND",
      404,
    ],
    "a filter nested beyond sense": [
      {
        path: "/api/trpc/cards.search",
        body: `{"filter":${'{"all":['.repeat(3_000)}${"]}".repeat(3_000)}}`,
      },
      "INVALID_INPUT",
      400,
    ],
    "a cursor that is none": [{ path: "/api/trpc/audit.search", body: '{"cursor":"nonsense"}' }, "INVALID_INPUT", 400],
    "a change of nothing": [{ path: "/api/trpc/cards.update", body: "{}" }, "INVALID_INPUT", 400],
  };

  it.each(Object.entries(cases))("%s", async (_, [request, code, status]) => {
    const answer = await call(request);
    expect(answer).toMatchObject({ status, body: { error: { data: { code, status } } } });
    const failure = Failure.safeParse(Array.isArray(answer.body) ? answer.body[0] : answer.body);
    expect(failure.error?.message).toBeUndefined();
    expect(answer.headers?.["cache-control"]).toBe("no-store");
  });

  it("each call of a batch for itself", async () => {
    const answer = await call({
      path: "/api/trpc/identity.me,cards.get,cards.nothing",
      query: "batch=1",
      body: '{"0":{},"1":{"id":"x"},"2":{}}',
    });
    expect(answer.status).toBe(207);
    expect(answer.body).toMatchObject([
      { result: { data: { user: { id: owner.userId } } } },
      { error: { data: { code: "INVALID_INPUT", requestId } } },
      { error: { data: { code: "NOT_FOUND", requestId } } },
    ]);
  });
});

it("a question too soon after heavy ones is answered with when to ask again, in its headers too", async () => {
  const busy = await newOwner();
  let ms = 0;
  vi.spyOn(process, "threadCpuUsage").mockImplementation(() => ({ user: (ms += 4_000) * 1_000, system: 0 }));
  const ask = () =>
    call({ path: "/api/trpc/audit.search,identity.signInOptions", query: "batch=1", body: '{"0":{},"1":{}}', by: busy });
  // A query looks at the time for one row in 64, by chance.
  let answer = await ask();
  for (let times = 0; times < 3_000 && answer.status === 200; times++) answer = await ask();
  const seconds = Number(answer.headers?.["retry-after"]);
  expect(seconds).toBeGreaterThan(0);
  expect(answer).toMatchObject({
    status: 207,
    body: [{ error: { data: { code: "TOO_MANY_REQUESTS", retryAfterSeconds: seconds } } }, { result: {} }],
  });
});

it("takes ten calls in a batch", async () => {
  expect((await call(batchOf("identity.signInOptions", 10))).status).toBe(200);
});

it("a change of one's own that changes nothing has no record", async () => {
  expect((await call({ path: "/api/trpc/profile.update", body: "{}" })).status).toBe(200);
});

it.each([
  ["a page's call", "/api/trpc/identity.signInOptions", "/api/trpc/{proxy+}", "input=%7B%7D"],
  ["a file that is none", "/files/x", "/files/{fileId}", ""],
  ["the document of the API", "/api/v1/openapi.json", undefined, ""],
  ["a call without a token", "/api/v1/cards", undefined, ""],
])("HEAD answers as GET: %s", async (_, path, route, query) => {
  const by = async (method: string) => {
    const routeKey = route ? `${method} ${route}` : "ANY /api/v1/{proxy+}";
    const event = eventOf({
      path,
      query,
      method,
      routeKey,
      headers: { "x-request-id": requestId },
      pathParameters: { fileId: "x" },
    });
    return handler(event);
  };
  const [got, headed] = [await by("GET"), await by("HEAD")];
  expect(headed.statusCode).toBe(got.statusCode);
  expect(headed.headers).toEqual(got.headers);
  expect(headed.body).toBe(got.body);
});

it("an ended trial opens no live channel either", async () => {
  const ended = await newOwner({ clock: { now: () => Date.now() - 15 * 86_400_000 } });
  const answer = await call({ path: "/api/realtime", routeKey: "POST /api/realtime", body: "{}", by: ended });
  expect(answer).toMatchObject({ status: 402, body: { error: { data: { code: "PAYMENT_REQUIRED" } } } });
});

it("sets a batch's cookies, which no script can read", async () => {
  await createUser(
    { name: "Batch", email: "batch@x.example", language: "en", passwordHash: await hashPassword("a long enough one") },
    systemClock,
  );
  const answer = await call({
    path: "/api/trpc/identity.signIn,identity.startPasskeySignIn",
    query: "batch=1",
    body: JSON.stringify({ 0: { email: "batch@x.example", password: "a long enough one" }, 1: {} }),
    signedIn: false,
  });
  expect(answer.status).toBe(200);
  expect(answer.cookies).toEqual([
    expect.stringMatching(/^kartis_session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/),
    expect.stringMatching(/^kartis_device=[^;]+; Path=\/; HttpOnly; SameSite=Lax; /),
  ]);
});

describe("the address that attempts are counted by", () => {
  const seen = async (headers: Record<string, string>, routeKey?: string): Promise<unknown> => {
    const asked = vi.spyOn(named(procedures, "cards.types"), "call");
    const rest = { path: "/api/v1/card-types", method: "GET", headers: { ...headers, "x-kartis-session": "1" } };
    const trpc = { path: "/api/trpc/cards.types", body: "{}", headers };
    expect((await call(routeKey ? { ...rest, routeKey } : trpc)).status).toBe(200);
    return asked.mock.lastCall?.[1].client.address;
  };
  const routes = [["tRPC", undefined] as const, ["REST", "ANY /api/v1/{proxy+}"] as const];
  afterEach(() => vi.unstubAllEnvs());

  it.each(routes)("is that of the connection, whatever a caller writes in headers (%s)", async (_, routeKey) => {
    const spoofed = { "x-forwarded-for": "6.6.6.6, 7.7.7.7, 10.9.9.9", "x-kartis-edge": "guessed" };
    expect(await seen({}, routeKey)).toBe("10.9.9.9");
    expect(await seen({ "x-forwarded-for": "6.6.6.6, 10.9.9.9" }, routeKey)).toBe("10.9.9.9");
    expect(await seen(spoofed, routeKey)).toBe("10.9.9.9");
    vi.stubEnv("EDGE_PROOF", "the proof");
    expect(await seen(spoofed, routeKey)).toBe("10.9.9.9");
  });

  it.each(routes)("is the viewer's that CloudFront wrote, after whatever the viewer sent (%s)", async (_, routeKey) => {
    vi.stubEnv("EDGE_PROOF", "the proof");
    const through = (forwarded: string) => seen({ "x-kartis-edge": "the proof", "x-forwarded-for": forwarded }, routeKey);
    expect(await through("198.51.100.7, 10.9.9.9")).toBe("198.51.100.7");
    expect(await through("6.6.6.6, 127.0.0.1, 198.51.100.7, 10.9.9.9")).toBe("198.51.100.7");
    expect(await through("6.6.6.6,2001:db8::1 , 10.9.9.9")).toBe("2001:db8::1");
    expect(await through("10.9.9.9")).toBe("10.9.9.9");
  });
});

it("asks for a retry when the engine does not answer, however often", async () => {
  const back = aroundRequests(async ({ operation }, next) => {
    if (operation === "BatchGetItem") return next();
    throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
  });
  const answer = await call({ path: "/api/trpc/identity.signOut", body: "{}" });
  back();
  expect(answer).toMatchObject({ status: 503, body: { error: { data: { code: "SERVICE_UNAVAILABLE", status: 503 } } } });
  expect(logged.join("")).toContain("socket hang up");
});

it("logs our own failures with their cause, and no secret", async () => {
  const quench = aroundRequests(async ({ operation }, next) => {
    if (operation === "TransactWriteItems") throw new Error("engine on fire");
    return next();
  });
  const body = JSON.stringify({ name: "Fire", language: "en", template: "empty" });
  const answer = await call({ path: "/api/trpc/organizations.create", body });
  quench();
  expect(answer).toMatchObject({ status: 500, body: { error: { data: { code: "INTERNAL_SERVER_ERROR" } } } });
  expect(logged.join("")).toContain("engine on fire");
  expect(logged.join("")).toContain(requestId);
  expect(logged.join("")).toContain("organizations.create");
  for (const [, value] of owner.cookies) expect(logged.join("")).not.toContain(value);
});
