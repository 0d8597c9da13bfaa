import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A customer's server on this machine, which Kartis may call until it is closed. */
export interface Listener {
  readonly url: string;
  readonly received: readonly ReceivedRequest[];
  /** The status of its next responses. `silent`: it reads the request and closes the connection. */
  answer: number | "silent";
  /** Where its next responses say that it is. */
  location: string;
  /** The body of its next responses. */
  body: string;
  close(): Promise<void>;
}

export async function startListener(): Promise<Listener> {
  const received: ReceivedRequest[] = [];
  const before = process.env["WEBHOOKS_LOCAL"];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url: path = "", headers } = request;
      received.push({ method, path, headers, body: Buffer.concat(chunks).toString("utf8") });
      if (listener.answer === "silent") request.socket.destroy();
      else response.writeHead(listener.answer, { location: listener.location }).end(listener.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const url = `http://127.0.0.1:${port}`;
  process.env["WEBHOOKS_LOCAL"] = url;
  const listener: Listener = {
    url,
    received,
    answer: 200,
    location: "https://elsewhere.example/",
    body: "{}",
    async close() {
      if (before === undefined) delete process.env["WEBHOOKS_LOCAL"];
      else process.env["WEBHOOKS_LOCAL"] = before;
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return listener;
}
