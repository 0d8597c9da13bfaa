import { createServer } from "node:http";
import { once } from "node:events";
import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GetConnectionCommand,
  PostToConnectionCommand,
} from "@aws-sdk/client-apigatewaymanagementapi";
import { afterEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { localCredentials } from "../local-credentials.ts";
import type { LambdaFunction } from "../lambda/function.ts";
import { replyError } from "../wire/http.ts";
import { Access } from "../iam/access.ts";
import { serveConnections } from "./connections-api.ts";
import { createWebSocketApi } from "./websocket-api.ts";
import type { WebSocketApiOptions } from "./websocket-api.ts";

interface Event {
  readonly requestContext: Readonly<Record<string, unknown>> & { readonly connectionId: string; readonly routeKey: string };
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly queryStringParameters?: Readonly<Record<string, string>>;
}

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(
  answer: (event: Event) => unknown = () => ({ statusCode: 200 }),
  options: Omit<WebSocketApiOptions, "routes"> = {},
) {
  const events: Event[] = [];
  const listeners: (() => void)[] = [];
  const handler: LambdaFunction = {
    name: "sockets",
    timeoutSeconds: 5,
    warm: () => undefined,
    close: () => Promise.resolve(),
    async invoke(event) {
      events.push(event as Event);
      for (const listener of listeners) listener();
      return answer(event as Event);
    },
  };
  const api = createWebSocketApi({
    routes: new Map(["$connect", "$disconnect", "$default"].map((route) => [route, handler])),
    ...options,
  });
  const connections = serveConnections(api.connections, new Access());
  const server = createServer((request, response) => {
    Promise.resolve(connections(request, response)).catch((error: unknown) => replyError(response, error, "application/json"));
  });
  server.on("upgrade", (request, socket, head) => api.upgrade(request, socket, head, new URL(`http://x${request.url}`)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  closers.push(
    () => api.close(),
    async () => {
      server.closeAllConnections();
      server.close();
    },
  );
  const management = new ApiGatewayManagementApiClient({
    endpoint: `http://${host}`,
    region: "us-east-1",
    credentials: localCredentials,
    maxAttempts: 1,
  });
  const nextEvent = async (routeKey: string): Promise<Event> => {
    for (;;) {
      const found = events.find((event) => event.requestContext.routeKey === routeKey);
      if (found) return found;
      await new Promise<void>((resolve) => listeners.push(resolve));
    }
  };
  const connect = async (query = "") => {
    const socket = new WebSocket(`ws://${host}/ws${query}`, { headers: { Origin: "http://site" } });
    await once(socket, "open");
    return { socket, ConnectionId: events.at(-1)?.requestContext.connectionId ?? "" };
  };
  return { connect, management, nextEvent };
}

test("$connect, $default and $disconnect are called as API Gateway calls them", async () => {
  const { connect, nextEvent } = await start();
  const { socket, ConnectionId } = await connect("?ticket=t");
  expect(await nextEvent("$connect")).toMatchObject({
    headers: { Origin: "http://site" },
    queryStringParameters: { ticket: "t" },
    requestContext: { eventType: "CONNECT", connectionId: ConnectionId, identity: { sourceIp: "127.0.0.1" } },
  });
  socket.send("hello");
  expect(await nextEvent("$default")).toMatchObject({
    body: "hello",
    requestContext: { eventType: "MESSAGE", connectionId: ConnectionId },
  });
  socket.close(1000, "bye");
  expect(await nextEvent("$disconnect")).toMatchObject({
    requestContext: { connectionId: ConnectionId, disconnectStatusCode: 1000, disconnectReason: "bye" },
  });
});

test.each([
  [{ statusCode: 401 }, "401"],
  [{ statusCode: 403 }, "403"],
  ["no status", "502"],
])("a $connect that answers %j is refused with %s", async (answer, status) => {
  const { connect } = await start(() => answer);
  await expect(connect()).rejects.toThrow(status);
});

test("a connection can be posted to, looked up and ended; after that it is gone", async () => {
  const { connect, management, nextEvent } = await start();
  const { socket, ConnectionId } = await connect();
  const received = once(socket, "message");
  await management.send(new PostToConnectionCommand({ ConnectionId, Data: "שלום" }));
  const [data, isBinary] = await received;
  expect([String(data), isBinary]).toEqual(["שלום", false]);
  const found = await management.send(new GetConnectionCommand({ ConnectionId }));
  expect(found.Identity?.SourceIp).toBe("127.0.0.1");
  expect(found.ConnectedAt).toBeInstanceOf(Date);

  const closed = once(socket, "close");
  await management.send(new DeleteConnectionCommand({ ConnectionId }));
  await closed;
  await nextEvent("$disconnect");
  const gone = { name: "GoneException", $metadata: expect.objectContaining({ httpStatusCode: 410 }) };
  await expect(management.send(new PostToConnectionCommand({ ConnectionId, Data: "x" }))).rejects.toMatchObject(gone);
  await expect(management.send(new GetConnectionCommand({ ConnectionId }))).rejects.toMatchObject(gone);
  await expect(management.send(new DeleteConnectionCommand({ ConnectionId: "never-was=" }))).rejects.toMatchObject(gone);
});

test("128 KB pass whole, in either direction; a byte more does not", async () => {
  const { connect, management, nextEvent } = await start();
  const { socket, ConnectionId } = await connect();
  const Data = "x".repeat(128 * 1024);
  const received = once(socket, "message");
  await management.send(new PostToConnectionCommand({ ConnectionId, Data }));
  expect(String((await received)[0])).toBe(Data);
  await expect(management.send(new PostToConnectionCommand({ ConnectionId, Data: `${Data}x` }))).rejects.toMatchObject({
    name: "PayloadTooLargeException",
  });
  socket.send(Data);
  expect((await nextEvent("$default")).body).toBe(Data);
  const closed = once(socket, "close");
  socket.send(`${Data}x`);
  expect((await closed)[0]).toBe(1009);
});

test("an idle connection is closed, and any connection at the end of its life", async () => {
  for (const options of [{ idleTimeoutMs: 20 }, { longestLifeMs: 20 }]) {
    const { connect } = await start(undefined, options);
    const { socket } = await connect();
    expect((await once(socket, "close"))[0]).toBe(1001);
  }
});

test("nothing can be posted to a connection before its $connect has answered", async () => {
  let management: ApiGatewayManagementApiClient | undefined;
  const outcomes: unknown[] = [];
  const started = await start(async ({ requestContext: { routeKey, connectionId } }) => {
    if (routeKey !== "$connect") return null;
    await management
      ?.send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: "early" }))
      .catch((error: unknown) => outcomes.push(error));
    return { statusCode: 200 };
  });
  management = started.management;
  await started.connect();
  expect(outcomes).toEqual([expect.objectContaining({ name: "GoneException" })]);
});
