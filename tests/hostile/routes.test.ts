import { handler as sockets } from "@kartis/functions/sockets/handler.ts";
import { routes } from "@kartis/functions/api/routes.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { connectionsOf, issueTicket } from "@kartis/core/realtime/index.ts";
import type { Server } from "node:http";
import { type Backend, startBackend } from "../support/backend.ts";
import { startSockets } from "../support/sockets.ts";
import { hostile, hostileText } from "./values.ts";
import { ask, newWorld, runs, type World } from "./world.ts";

let backend: Backend;
let world: World;
let listeners: Server;
let logged: string[] = [];
beforeAll(async () => {
  backend = await startBackend();
  listeners = await startSockets();
  world = await newWorld();
  vi.spyOn(process.stdout, "write").mockImplementation((line) => {
    logged.push(String(line));
    return true;
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  listeners.close();
  await backend.close();
});

const cookieNames = fc.constantFrom(
  "kartis_session",
  "kartis_device",
  "kartis_org",
  "kartis_view_as",
  "kartis_google",
  "language",
  "",
  "x",
);
const queries = fc.oneof(
  fc.constantFrom(
    "",
    "code=1&state=2",
    "error=access_denied",
    "inline",
    "inline=1&inline=2",
    "%",
    "state=%00&code=%ED%A0%80",
    "&=&",
  ),
  hostileText.map((text) => `code=${encodeURIComponent(text.toWellFormed())}&state=x`),
);

describe.each(Object.keys(routes))("%s", (routeKey) => {
  const [method = "", path = ""] = routeKey.split(" ");

  it("answers whatever cookies, headers and queries it gets", async () => {
    const request = fc.record({
      query: queries,
      parameter: fc.oneof(hostileText, fc.constantFrom(...(world.ids["fil"] ?? []), "fil_01ARZ3NDEKTSV4RRFFQ69G5FAV")),
      cookies: fc.array(fc.tuple(cookieNames, hostileText).map(([name, value]) => `${name}=${value}`)),
      isSignedIn: fc.boolean(),
      headers: fc.dictionary(fc.constantFrom("x-request-id", "x-forwarded-for", "user-agent", "accept-language"), hostileText),
      body: fc.option(hostileText, { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ query, parameter, cookies, isSignedIn, headers, body }) => {
        logged = [];
        const own = [...world.owner.cookies].map(([name, value]) => `${name}=${value}`);
        const answer = await ask({
          method,
          path: path.replace(/\{\w+\}/, parameter),
          routeKey,
          query,
          pathParameters: { fileId: parameter },
          cookies: [...(isSignedIn ? own : []), ...cookies],
          headers,
          ...(body === undefined ? {} : { body }),
        });
        expect(answer.status, `${answer.text}\n${logged.join("")}`).toBeLessThan(500);
        for (const value of Object.values(answer.headers)) expect(String(value)).not.toMatch(/[\r\n\0]/);
      }),
      runs(60),
    );
  });
});

describe("a socket", () => {
  const event = (routeKey: string, body?: string, ticket?: string) => ({
    requestContext: { connectionId: "odd=", routeKey, eventType: "MESSAGE" },
    isBase64Encoded: false,
    ...(ticket === undefined ? {} : { queryStringParameters: { ticket } }),
    ...(body === undefined ? {} : { body }),
  });
  // What the handler reads of an event; API Gateway sends more.
  const send = (of: ReturnType<typeof event>) => sockets(of as Parameters<typeof sockets>[0]);

  it("takes anything it receives for a sign of life", async () => {
    const { orgId, userId } = world.owner;
    await send(event("$connect", undefined, await issueTicket(orgId, userId, systemClock)));
    const said = fc.oneof(
      hostileText,
      hostile.map((value) => JSON.stringify(value) ?? ""),
      hostileText.map((pathname) => JSON.stringify({ kind: "here", pathname: `/${pathname}` })),
      hostile.map((ms) => JSON.stringify({ kind: "catchUp", ms })),
    );
    await fc.assert(
      fc.asyncProperty(said, async (text) => {
        expect(await send(event("$default", text))).toEqual({ statusCode: 200 });
      }),
      runs(60),
    );
    expect(await connectionsOf(orgId, systemClock)).toHaveLength(1);
  });

  it("opens for no ticket that was not issued", async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (ticket) => {
        const answer = z.object({ statusCode: z.number() }).parse(await send(event("$connect", undefined, ticket)));
        expect(answer.statusCode).toBe(401);
      }),
      runs(30),
    );
  });
});
