import http from "node:http";
import https from "node:https";

/** A connection idle for longer may be dead without our knowing: gateways on the way forget quiet ones, the far end hangs up. */
const idleMs = 30_000;
const maxConnections = 50;

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

/** Posts to one host over connections that are kept open. */
export class KeptConnections {
  readonly #url: URL;
  readonly #agent: http.Agent;
  readonly #protocol: Pick<typeof http, "request">;
  #lastUsedMs = 0;

  constructor(url: URL) {
    const protocol = url.protocol === "https:" ? https : http;
    this.#url = url;
    this.#agent = new protocol.Agent({ keepAlive: true, maxSockets: maxConnections, timeout: idleMs });
    this.#protocol = protocol;
  }

  /** Throws an Error whose `code` or name says how the connection failed: `TimeoutError` after `timeoutMs` of silence, `AbortError` when the signal fired. */
  post(
    headers: Readonly<Record<string, string>>,
    body: string,
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
  ): Promise<HttpAnswer> {
    this.#forgetOld();
    const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
    const request = this.#protocol.request(
      {
        host: this.#url.hostname,
        port: this.#url.port,
        path: "/",
        method: "POST",
        agent: this.#agent,
        headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
        timeout: timeoutMs,
        ...(signal ? { signal } : {}),
      },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (part: string) => (text += part));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
        answer.on("error", reject);
      },
    );
    request.on("timeout", () => {
      // Node looks at its timers before its sockets: after a busy time, the answer may be there, unread.
      const before = request.socket?.bytesRead;
      setImmediate(() => {
        if (request.socket?.bytesRead === before) request.destroy(named("TimeoutError", `No answer within ${timeoutMs} ms`));
      });
    });
    request.on("error", reject);
    request.end(body);
    return promise;
  }

  /**
   * A Lambda is frozen between invocations, and no timer notices that its connections have grown old meanwhile. A transaction is not repeated, so it should not
   * be the one to find out.
   */
  #forgetOld(): void {
    const now = Date.now();
    if (now - this.#lastUsedMs > idleMs)
      for (const sockets of Object.values(this.#agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
    this.#lastUsedMs = now;
  }
}

const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });
