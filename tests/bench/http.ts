import { Agent, request } from "node:http";

export interface Http {
  post(
    path: string,
    body: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<{ status: number; body: string; headers: Readonly<Record<string, string | string[] | undefined>> }>;
  close(): void;
}

/** A client that keeps its connections, as a browser does; `node:http` because `fetch` costs more than some of what is measured. */
export function keptOpen(origin: string): Http {
  const agent = new Agent({ keepAlive: true });
  return {
    post: (path, body, headers) =>
      new Promise((resolve, reject) => {
        const outgoing = request(
          origin + path,
          {
            method: "POST",
            agent,
            headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body), ...headers },
          },
          (response) => {
            const chunks: Buffer[] = [];
            response.on("data", (chunk: Buffer) => chunks.push(chunk));
            response.on("end", () =>
              resolve({
                status: response.statusCode ?? 0,
                body: Buffer.concat(chunks).toString("utf8"),
                headers: response.headers,
              }),
            );
          },
        );
        outgoing.on("error", reject);
        outgoing.end(body);
      }),
    close: () => agent.destroy(),
  };
}
