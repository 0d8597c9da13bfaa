import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { HttpHandler } from "../wire/http.ts";
import { isForOwnHost, refuseOtherHost } from "../wire/own-host.ts";
import type { HttpApi } from "./http-api.ts";
import { sendGatewayError } from "./http-response.ts";
import type { Site } from "./site.ts";

/** The port is taken. Its message is for a person. */
export class PortInUse extends Error {
  override name = "PortInUse";
}

export interface GatewayOptions {
  /** 0 picks a free one. */
  readonly port: number;
  readonly httpApi: HttpApi;
  readonly site: Site;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, url: URL) => void;
  /** Pages by the first segments of the path: `/local/mailbox`. */
  readonly localPages: ReadonlyMap<string, HttpHandler>;
  readonly patience?: Patience;
}

/** Time limits for sending a request, in milliseconds. Slower clients get a 408, and the connection is closed. */
export interface Patience {
  readonly headersMs: number;
  readonly wholeMs: number;
  /** Interval at which slow clients are checked for. */
  readonly lookEveryMs: number;
}

/** Limits as in CloudFront and API Gateway: half a minute for a request. Uploads go to S3, not through here. */
const usualPatience: Patience = { headersMs: 10_000, wholeMs: 30_000, lookEveryMs: 2_000 };

export interface Gateway {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * The one origin, as CloudFront gives: the site, `/api/*`, `/files/*` and `/calendar/feed/*` of the HTTP API, `/ws` of the WebSocket API;
 * and `/local/*`, which only exists here.
 * @throws PortInUse
 */
export async function startGateway({
  port,
  httpApi,
  site,
  upgrade,
  localPages,
  patience = usualPatience,
}: GatewayOptions): Promise<Gateway> {
  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isForOwnHost(request)) return refuseOtherHost(response);
    const url = urlOf(request);
    if (url === undefined) return sendGatewayError(response, 404);
    if (/^\/(api|files|calendar\/feed)\//.test(url.pathname)) return httpApi.handle(request, response, url);
    if (url.pathname.startsWith("/local/")) {
      const page = [...localPages].find(([path]) => url.pathname === path || url.pathname.startsWith(`${path}/`))?.[1];
      return page === undefined ? sendGatewayError(response, 404) : page(request, response);
    }
    return site.handle(request, response, url);
  }

  const timeouts = {
    headersTimeout: patience.headersMs,
    requestTimeout: patience.wholeMs,
    connectionsCheckingInterval: patience.lookEveryMs,
  };
  const server = createServer(timeouts, (request, response) => {
    route(request, response).catch((error: unknown) => {
      if (response.destroyed) return; // the browser left in mid-request
      console.error(error);
      if (response.headersSent) response.destroy();
      else sendGatewayError(response, 500);
    });
  });
  server.keepAliveTimeout = 65_000;
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    const url = isForOwnHost(request) ? urlOf(request) : undefined;
    if (url?.pathname === "/ws") upgrade(request, socket, head, url);
    else socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
      throw new PortInUse(`Port ${port} is taken by another program. Choose one with PORT=… npm start.`);
    }
    throw error;
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function urlOf(request: IncomingMessage): URL | undefined {
  // A request target of `//host` would otherwise be read as another host's.
  return URL.parse(`http://localhost${request.url ?? "/"}`) ?? undefined;
}
