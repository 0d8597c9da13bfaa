import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { RawData, WebSocket } from "ws";
import { accountId } from "../arns.ts";
import type { LambdaFunction } from "../lambda/function.ts";
import { isObject } from "../wire/http.ts";

export interface Connection {
  readonly connectionId: string;
  readonly connectedAt: number;
  lastActiveAt: number;
  readonly sourceIp: string;
  readonly userAgent: string;
  /** Absent until $connect has answered: until then nothing can be posted to it. */
  socket: WebSocket | undefined;
}

export interface WebSocketApiOptions {
  /** Functions by route: `$connect`, `$disconnect`, `$default`. */
  readonly routes: ReadonlyMap<string, LambdaFunction>;
  /** AWS closes a connection after 10 minutes without a message, and after 2 hours in any case. */
  readonly idleTimeoutMs?: number;
  readonly longestLifeMs?: number;
}

export interface WebSocketApi {
  readonly connections: ReadonlyMap<string, Connection>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): void;
  close(): Promise<void>;
}

export const largestMessageBytes = 128 * 1024;
const largestFrameBytes = 32 * 1024;

/** A WebSocket API with Lambda integrations. Connections do not survive this process, and clients connect anew, as they must on AWS. */
export function createWebSocketApi(options: WebSocketApiOptions): WebSocketApi {
  const { routes, idleTimeoutMs = 10 * 60_000, longestLifeMs = 2 * 3600_000 } = options;
  const connections = new Map<string, Connection>();
  const server = new WebSocketServer({ noServer: true, maxPayload: largestMessageBytes, perMessageDeflate: false });

  async function connect(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): Promise<void> {
    const now = Date.now();
    const connection: Connection = {
      connectionId: randomBytes(11).toString("base64url") + "=",
      connectedAt: now,
      lastActiveAt: now,
      sourceIp: request.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "",
      userAgent: request.headers["user-agent"] ?? "",
      socket: undefined,
    };
    const refusal = await statusOfConnect(connection, request, url);
    if (refusal !== undefined) return refuse(socket, refusal);
    if (socket.destroyed) return; // the browser left while $connect ran; AWS does not always report that either
    server.handleUpgrade(request, socket, head, (webSocket) => open(connection, webSocket));
  }

  async function statusOfConnect(connection: Connection, request: IncomingMessage, url: URL): Promise<number | undefined> {
    const target = routes.get("$connect");
    if (target === undefined) return undefined;
    const { headers, multiValueHeaders } = headersOf(request);
    const query = [...url.searchParams];
    try {
      const result = await target.invoke({
        headers,
        multiValueHeaders,
        ...(query.length > 0 && {
          queryStringParameters: Object.fromEntries(query),
          multiValueQueryStringParameters: Object.fromEntries(query.map(([name]) => [name, url.searchParams.getAll(name)])),
        }),
        requestContext: contextOf(connection, "$connect", "CONNECT", request.headers.host),
        isBase64Encoded: false,
      });
      const status = Number(isObject(result) ? result["statusCode"] : undefined);
      if (!Number.isInteger(status)) return 502; // as API Gateway does with an integration response it cannot read
      return status >= 200 && status < 300 ? undefined : status;
    } catch {
      return 502;
    }
  }

  function open(connection: Connection, socket: WebSocket): void {
    const { connectionId } = connection;
    connection.socket = socket;
    connections.set(connectionId, connection);
    const lifeTimer = setTimeout(() => socket.close(1001, "Going away"), longestLifeMs).unref();
    const idleTimer = setTimeout(() => socket.close(1001, "Going away"), idleTimeoutMs).unref();
    let arrival = Promise.resolve();

    // Messages of one connection reach the handler in their order.
    socket.on("message", (data, isBinary) => {
      connection.lastActiveAt = Date.now();
      idleTimer.refresh();
      arrival = arrival.then(() => receive(connection, data, isBinary));
    });
    socket.on("ping", () => {
      connection.lastActiveAt = Date.now();
      idleTimer.refresh();
    });
    // Too large a message ends in close 1009, which `ws` sends by itself.
    socket.on("error", () => undefined);
    socket.on("close", (code, reason) => {
      clearTimeout(lifeTimer);
      clearTimeout(idleTimer);
      connections.delete(connectionId);
      void disconnected(connection, code, reason.toString());
    });
  }

  async function receive(connection: Connection, data: RawData, isBinary: boolean): Promise<void> {
    const target = routes.get("$default");
    if (target === undefined) return;
    const bytes = Array.isArray(data)
      ? Buffer.concat(data)
      : Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data);
    const event = {
      requestContext: {
        ...contextOf(connection, "$default", "MESSAGE", undefined),
        messageId: randomBytes(11).toString("base64url"),
      },
      body: bytes.toString(isBinary ? "base64" : "utf8"),
      isBase64Encoded: isBinary,
    };
    try {
      await target.invoke(event);
    } catch {
      const { connectionId, requestId } = event.requestContext;
      connection.socket?.send(JSON.stringify({ message: "Internal server error", connectionId, requestId }));
    }
  }

  async function disconnected(connection: Connection, code: number, reason: string): Promise<void> {
    const context = contextOf(connection, "$disconnect", "DISCONNECT", undefined);
    await routes
      .get("$disconnect")
      ?.invoke({ requestContext: { ...context, disconnectStatusCode: code, disconnectReason: reason }, isBase64Encoded: false })
      .catch(() => undefined); // best effort, as on AWS
  }

  return {
    connections,
    upgrade(request, socket, head, url) {
      connect(request, socket, head, url).catch(() => socket.destroy());
    },
    async close() {
      for (const { socket } of connections.values()) socket?.close(1001, "Going away");
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const client of server.clients) client.terminate();
      await closed;
    },
  };
}

function contextOf(connection: Connection, routeKey: string, eventType: string, host: string | undefined) {
  const requestId = randomBytes(11).toString("base64url");
  const now = Date.now();
  return {
    routeKey,
    eventType,
    connectionId: connection.connectionId,
    connectedAt: connection.connectedAt,
    requestId,
    extendedRequestId: requestId,
    requestTimeEpoch: now,
    messageDirection: "IN",
    stage: "local",
    apiId: "local",
    accountId,
    domainName: (host ?? "localhost").replace(/:\d+$/, ""),
    identity: { sourceIp: connection.sourceIp, userAgent: connection.userAgent },
  };
}

/** In a WebSocket API names keep the client's spelling, unlike in an HTTP API. */
function headersOf(request: IncomingMessage) {
  const multiValueHeaders: Record<string, string[]> = {};
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index] ?? "";
    (multiValueHeaders[name] ??= []).push(request.rawHeaders[index + 1] ?? "");
  }
  const headers = Object.fromEntries(Object.entries(multiValueHeaders).map(([name, values]) => [name, values.at(-1) ?? ""]));
  return { headers, multiValueHeaders };
}

function refuse(socket: Duplex, status: number): void {
  const body = JSON.stringify({ message: status === 401 ? "Unauthorized" : status === 403 ? "Forbidden" : "Connection refused" });
  socket.end(
    `HTTP/1.1 ${status} ${status === 401 ? "Unauthorized" : status === 403 ? "Forbidden" : "Refused"}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Sends in frames of at most 32 KB, as API Gateway splits a message. */
export function sendInFrames(socket: WebSocket, data: Buffer): Promise<void> {
  // Posted data that is text arrives as text; the API cannot say which it is.
  const isBinary = !isUtf8(data);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let offset = 0;
  do {
    const frame = data.subarray(offset, offset + largestFrameBytes);
    offset += largestFrameBytes;
    const fin = offset >= data.length;
    socket.send(frame, { binary: isBinary, fin }, (error) => {
      if (error) reject(error);
      else if (fin) resolve();
    });
  } while (offset < data.length);
  return promise;
}

function isUtf8(data: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(data);
    return true;
  } catch {
    return false;
  }
}
