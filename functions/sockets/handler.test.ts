import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { connectionsOf, issueTicket } from "@kartis/core/realtime/index.ts";
import { sendWhoIsHere } from "@kartis/core/realtime/who-is-here.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { newOwner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { handler } from "./handler.ts";

let backend: Backend;
let sockets: Server;
/** Number of messages sent to all connections, as API Gateway sees them. */
let posts = 0;
/** The connections that it reports as gone, and those that it was asked to close. */
const gone = new Set<string>();
const closed: string[] = [];
beforeAll(async () => {
  backend = await startBackend();
  sockets = createServer((request, response) => {
    request.resume();
    const connectionId = decodeURIComponent(request.url?.split("/").at(-1) ?? "");
    if (request.method === "DELETE") closed.push(connectionId);
    else posts++;
    if (!gone.has(connectionId)) return response.writeHead(200).end("{}");
    return response.writeHead(410, { "x-amzn-errortype": "GoneException" }).end("{}");
  });
  await new Promise<void>((resolve) => sockets.listen(0, resolve));
  process.env["SOCKETS_ENDPOINT"] = `http://127.0.0.1:${(sockets.address() as AddressInfo).port}`;
});
afterAll(async () => {
  sockets.close();
  await backend.close();
});

beforeEach(() => {
  posts = 0;
});

type Event = Parameters<typeof handler>[0];

const send = (routeKey: string, connectionId: string, more: Partial<Event> = {}) => {
  const requestContext: Event["requestContext"] = {
    routeKey,
    messageId: "",
    eventType: "MESSAGE",
    extendedRequestId: "",
    requestTime: "",
    messageDirection: "IN",
    stage: "ws",
    connectedAt: 0,
    requestTimeEpoch: 0,
    requestId: "",
    domainName: "",
    connectionId,
    apiId: "",
  };
  return handler({ requestContext, isBase64Encoded: false, ...more });
};
const look = (connectionId: string, pathname: string) =>
  send("$default", connectionId, { body: JSON.stringify({ kind: "here", pathname }) });

it("another site's page is refused, and the ticket that it brought stays valid", async () => {
  const { orgId, userId } = await newOwner({ template: "empty" });
  const ticket = await issueTicket(orgId, userId, systemClock);
  const from = (Origin: string) =>
    send("$connect", `${orgId}-${Origin}`, { headers: { Origin }, queryStringParameters: { ticket } });
  for (const origin of ["https://evil.example", "http://localhost:3000.evil.example", "https://localhost:3000", "null"])
    expect(await from(origin)).toEqual({ statusCode: 403 });
  expect(await connectionsOf(orgId, systemClock)).toEqual([]);
  expect(await from("http://localhost:3000")).toEqual({ statusCode: 200 });
  expect(await connectionsOf(orgId, systemClock)).toHaveLength(1);
});

it("a ticket opens one connection, however many come with it at once", async () => {
  const { orgId, userId } = await newOwner({ template: "empty" });
  const ticket = await issueTicket(orgId, userId, systemClock);
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, at) => send("$connect", `${orgId}-${at}`, { queryStringParameters: { ticket } })),
  );
  expect(answers.filter((answer) => typeof answer === "object" && answer.statusCode === 200)).toHaveLength(1);
  expect(await connectionsOf(orgId, systemClock)).toHaveLength(1);
});

it("a client that was not connected while something changed learns that it missed it", async () => {
  const owner = await newOwner({ template: "empty" });
  const ticket = await issueTicket(owner.orgId, owner.userId, systemClock);
  await send("$connect", owner.orgId, { queryStringParameters: { ticket } });
  await send("$default", owner.orgId, { body: JSON.stringify({ kind: "catchUp", ms: 60_000 }) });
  expect(posts).toBe(1);
});

it("what is sent to a connection that is only opening does not make it deaf", async () => {
  const { orgId, userId } = await newOwner({ template: "empty" });
  const opening = `${orgId}-opening`;
  await send("$connect", opening, { queryStringParameters: { ticket: await issueTicket(orgId, userId, systemClock) } });
  gone.add(opening);
  await sendWhoIsHere(orgId, systemClock, async () => undefined);
  gone.delete(opening);
  expect(await connectionsOf(orgId, systemClock)).toHaveLength(1);
  await look(opening, "/cards");
  expect(posts).toBe(2);
  gone.add(opening);
  const later = { now: () => Date.now() + 31_000 };
  await sendWhoIsHere(orgId, later, async () => undefined);
  expect(await connectionsOf(orgId, systemClock)).toEqual([]);
});

it("a connection that nothing is sent to any more is closed when it is heard from, so that its browser opens another", async () => {
  const { orgId, userId } = await newOwner({ template: "empty" });
  const [known, unknown] = [`${orgId}-known`, `${orgId}-unknown`];
  await send("$connect", known, { queryStringParameters: { ticket: await issueTicket(orgId, userId, systemClock) } });
  await send("$default", known, { body: JSON.stringify({ kind: "ping" }) });
  await send("$default", unknown, { body: JSON.stringify({ kind: "ping" }) });
  await look(unknown, "/cards");
  expect(closed).toEqual([unknown, unknown]);
});

it("arrivals and departures are sent to everybody, and moves to nobody", async () => {
  const { orgId, userId } = await newOwner({ template: "empty" });
  const ids = Array.from({ length: 5 }, (_, at) => `${orgId}-${at}`);
  for (const id of ids) {
    const ticket = await issueTicket(orgId, userId, systemClock);
    expect(await send("$connect", id, { queryStringParameters: { ticket } })).toEqual({ statusCode: 200 });
  }
  expect(posts).toBe(0);
  await Promise.all(ids.map((id) => look(id, "/cards")));
  const afterComing = posts;
  expect(afterComing).toBeGreaterThanOrEqual(5);
  // Five broadcasts would be twenty-five; they come within one or two seconds.
  expect(afterComing).toBeLessThan(25);
  for (const pathname of ["/cards/leads", "/settings", "/cards"]) await Promise.all(ids.map((id) => look(id, pathname)));
  expect(posts).toBe(afterComing);
  await send("$disconnect", ids[0] ?? "");
  expect(posts).toBe(afterComing + 4);
});
