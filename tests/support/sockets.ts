import type { AddressInfo } from "node:net";
import { type Server, createServer } from "node:http";

/** Messages sent to each socket, as API Gateway sees them. */
export const heard = new Map<string, string>();
/** Sockets of which the sender never learns whether they have got a message. */
export const unanswering = new Set<string>();
export async function startSockets(): Promise<Server> {
  const server = createServer((request, response) => {
    const connectionId = decodeURIComponent(request.url?.split("/").at(-1) ?? "");
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      heard.set(connectionId, (heard.get(connectionId) ?? "") + body);
      if (unanswering.has(connectionId)) return void request.socket.destroy();
      response.writeHead(200).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  process.env["SOCKETS_ENDPOINT"] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return server;
}
