import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Whether the request names this machine as its host. A page of a site whose name was made to resolve to 127.0.0.1 ("DNS rebinding") counts for the browser as
 * of the same origin as whatever listens here; but it still sends its own name.
 */
export function isForOwnHost({ headers: { host } }: IncomingMessage): boolean {
  return host !== undefined && /^(localhost|127\.0\.0\.1)(:\d+)?$/i.test(host);
}

/** 421 Misdirected Request: RFC 9110, 15.5.20. */
export function refuseOtherHost(response: ServerResponse): void {
  response.writeHead(421, { "content-type": "text/plain; charset=utf-8", connection: "close" });
  response.end("Kartis on this machine answers to localhost only.\n");
}
