import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { LambdaFunction } from "../lambda/function.ts";
import { type Gateway, startGateway } from "./gateway.ts";
import { createHttpApi } from "./http-api.ts";

let gateway: Gateway;
let invocations = 0;

beforeAll(async () => {
  const target: LambdaFunction = {
    name: "api",
    timeoutSeconds: 30,
    async invoke() {
      invocations++;
      return { statusCode: 200, body: "done" };
    },
    warm: () => undefined,
    close: async () => undefined,
  };
  const httpApi = createHttpApi();
  httpApi.addRoute("POST /api/trpc/{proxy+}", target);
  gateway = await startGateway({
    port: 0,
    httpApi,
    site: { handle: async (_request, response) => void response.end() },
    upgrade: (_request, socket) => void socket.destroy(),
    localPages: new Map(),
    patience: { headersMs: 200, wholeMs: 400, lookEveryMs: 20 },
  });
});
afterAll(() => gateway.close());

const head = "POST /api/trpc/identity.me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

/** Reads the gateway's response until it closes the connection. */
async function said(request: string): Promise<string> {
  const socket = connect(gateway.port, "127.0.0.1");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.on("error", () => undefined);
  socket.write(request);
  await once(socket, "close");
  return Buffer.concat(chunks).toString();
}

it.each([
  ["headers that never end", head],
  ["a line that never ends", "POST /api/tr"],
  ["a body that never ends", `${head}Content-Length: 1000\r\n\r\n{"a":`],
  ["chunks that never end", `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n`],
])("%s are closed, and cost no invocation", async (_, request) => {
  const before = invocations;
  // Without patience this waits for ever.
  expect(await said(request)).toMatch(/^(HTTP\/1\.1 408|$)/);
  expect(invocations).toBe(before);
});

it("a request that ends is answered", async () => {
  expect(await said(`${head}Connection: close\r\nContent-Length: 2\r\n\r\n{}`)).toMatch(/^HTTP\/1\.1 200[^]*done$/);
});
