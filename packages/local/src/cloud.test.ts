import { get } from "node:http";
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { startCloud } from "./cloud.ts";
import type { Cloud } from "./cloud.ts";
import { functions, subscriptions } from "./fixtures/specs.ts";

const directory = mkdtempSync(join(tmpdir(), "kartis-cloud-test-"));
const webDist = join(directory, "site");
const options = { dataDir: join(directory, "data"), webDist, functions, subscriptions };
let cloud: Cloud;

beforeAll(async () => {
  mkdirSync(join(webDist, "assets"), { recursive: true });
  writeFileSync(join(webDist, "index.html"), `<!doctype html>${"<p>Kartis</p>".repeat(100)}`);
  writeFileSync(join(webDist, "assets/index-DdN3x_9a.js"), "export const answer = 42;".repeat(100));
  cloud = await startCloud(options);
});
afterAll(async () => {
  await cloud.close();
  rmSync(directory, { recursive: true, force: true });
});

async function connect(query = "?ticket=good"): Promise<{ socket: WebSocket; nextMessage: () => Promise<string> }> {
  const socket = new WebSocket(`${cloud.origin.replace("http", "ws")}/ws${query}`);
  const messages: string[] = [];
  const waiting: ((message: string) => void)[] = [];
  socket.on("message", (data: Buffer) => {
    const waiter = waiting.shift();
    if (waiter) waiter(data.toString());
    else messages.push(data.toString());
  });
  await new Promise<void>((resolve, reject) => socket.once("open", resolve).once("error", reject));
  return { socket, nextMessage: async () => messages.shift() ?? new Promise<string>((resolve) => waiting.push(resolve)) };
}

const put = (key: string) => fetch(`${cloud.origin}/api/put`, { method: "POST", body: key });

test("a write travels from the API through stream, bus and queue to a browser's socket; a message that failed once comes again", async () => {
  const { socket, nextMessage } = await connect();
  expect((await put("card-1")).status).toBe(204);
  expect(JSON.parse(await nextMessage())).toMatchObject({ source: "fixture", "detail-type": "INSERT", detail: { pk: "card-1" } });
  await put("card-flaky");
  expect(JSON.parse(await nextMessage())).toMatchObject({ detail: { pk: "card-flaky" } });
  socket.close();
});

test("$connect may refuse a connection with its own status", async () => {
  await expect(connect("?ticket=stolen")).rejects.toThrow("401");
});

test("the event has API Gateway's shape, format 2.0", async () => {
  const response = await fetch(`${cloud.origin}/api/echo?x=1&x=2&y=%20z`, {
    method: "POST",
    headers: { Cookie: "one=1; two=2", "X-Mixed-Case": "Yes", "content-type": "application/json" },
    body: "{}",
  });
  expect(response.status).toBe(201);
  expect(response.headers.get("x-custom")).toBe("yes");
  expect(response.headers.getSetCookie()).toEqual(["a=1; HttpOnly", "b=2"]);
  expect(await response.json()).toMatchObject({
    version: "2.0",
    routeKey: "ANY /api/{proxy+}",
    rawPath: "/api/echo",
    rawQueryString: "x=1&x=2&y=%20z",
    cookies: ["one=1", "two=2"],
    headers: { "x-mixed-case": "Yes", "content-type": "application/json" },
    queryStringParameters: { x: "1,2", y: " z" },
    pathParameters: { proxy: "echo" },
    requestContext: { http: { method: "POST", path: "/api/echo", sourceIp: "127.0.0.1" }, stage: "$default" },
    body: "{}",
    isBase64Encoded: false,
  });
});

test("bodies: binary ones pass as base64 both ways, a bare result is JSON, and too large ones are refused", async () => {
  const image = await fetch(`${cloud.origin}/api/binary`);
  expect(Buffer.from(await image.arrayBuffer()).toString("hex")).toBe("89504e47");
  expect(await (await fetch(`${cloud.origin}/api/bare`)).json()).toEqual({ answer: 42 });
  const echoed = await fetch(`${cloud.origin}/api/echo`, {
    method: "POST",
    headers: { "content-type": "image/png" },
    body: "\u0000",
  });
  expect(await echoed.json()).toMatchObject({ body: "AA==", isBase64Encoded: true });

  const sevenMegabytes = await fetch(`${cloud.origin}/api/echo`, { method: "POST", body: "x".repeat(7 * 1024 * 1024) });
  expect(sevenMegabytes.status).toBe(413);
  const elevenMegabytes = await fetch(`${cloud.origin}/api/echo`, { method: "POST", body: "x".repeat(11 * 1024 * 1024) });
  expect([elevenMegabytes.status, await elevenMegabytes.json()]).toEqual([413, { message: "Request Entity Too Large" }]);
  expect((await fetch(`${cloud.origin}/api/large`)).status).toBe(500);
});

test("a handler that throws, and a worker that dies, cost their own request only", async () => {
  const thrown = await fetch(`${cloud.origin}/api/throw`);
  expect([thrown.status, await thrown.json()]).toEqual([500, { message: "Internal Server Error" }]);
  expect((await fetch(`${cloud.origin}/api/exit`)).status).toBe(500);
  expect((await fetch(`${cloud.origin}/api/bare`)).status).toBe(200);
});

test("a function sees the variables of what it uses, and none of this process", async () => {
  process.env["KARTIS_TEST_SECRET"] = "must not leak";
  const environment: unknown = await (await fetch(`${cloud.origin}/api/environment`)).json();
  expect(environment).toMatchObject({
    TABLE_NAME: "kartis",
    DATA_BUCKET: "kartis-data",
    STAGE: "local",
    PUBLIC_ORIGIN: cloud.origin,
  });
  expect(environment).not.toHaveProperty("BUS_NAME");
  expect(environment).not.toHaveProperty("KARTIS_TEST_SECRET");
});

test("a file link leads to S3, whose answer a page of the site may read", async () => {
  const link = await fetch(`${cloud.origin}/files/fil_1`, { redirect: "manual" });
  expect(link.status).toBe(302);
  const file = await fetch(link.headers.get("location") ?? "", { headers: { origin: cloud.origin } });
  expect(await file.text()).toBe("content of the file");
  expect(file.headers.get("access-control-allow-origin")).toBe(cloud.origin);
});

test("the site: its index for any page, hashed assets for ever, compressed, revalidated, with security headers", async () => {
  const page = await fetch(`${cloud.origin}/cards/crd_1`, { headers: { accept: "text/html", "accept-encoding": "gzip, br" } });
  expect(await page.text()).toContain("Kartis");
  expect(page.headers.get("cache-control")).toBe("no-cache");
  expect(page.headers.get("content-encoding")).toBe("br");
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(page.headers.get("content-security-policy")).toContain(cloud.environment["AWS_ENDPOINT_URL_S3"]);
  const again = await fetch(`${cloud.origin}/`, {
    headers: { "accept-encoding": "br", "if-none-match": page.headers.get("etag") ?? "" },
  });
  expect(again.status).toBe(304);

  const asset = await fetch(`${cloud.origin}/assets/index-DdN3x_9a.js`);
  expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(asset.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect((await fetch(`${cloud.origin}/assets/missing.js`)).status).toBe(404);
  expect((await fetch(`${cloud.origin}/..%2fdata%2fs3.sqlite`)).status).toBe(404);
  expect([(await fetch(`${cloud.origin}/api`)).status, (await fetch(`${cloud.origin}/files/a/b`)).status]).toEqual([404, 404]);
});

test.each([
  ["the origin", () => cloud.origin, "/"],
  ["the API", () => cloud.origin, "/api/put"],
  ["the mailbox", () => cloud.origin, "/local/mailbox.json"],
  ["the engines", () => cloud.engines.url, "/mailbox.json"],
  ["S3", () => cloud.environment["AWS_ENDPOINT_URL_S3"] ?? "", "/kartis-data"],
])(
  "%s answers to no other host name than this machine's: a page whose name leads here reads nothing",
  async (_, origin, path) => {
    const { port } = new URL(origin());
    const statusFor = (host: string | undefined) =>
      new Promise<number | undefined>((resolve, reject) => {
        const options = { host: "127.0.0.1", port, path, setHost: false, headers: host === undefined ? {} : { host } };
        get(options, (response) => resolve(response.resume().statusCode)).on("error", reject);
      });
    expect(await statusFor(`evil.example:${port}`)).toBe(421);
    expect(await statusFor(`localhost.evil.example:${port}`)).toBe(421);
    expect(await statusFor(undefined)).toBe(400); // Node's own answer
    expect(await statusFor(`LOCALHOST:${port}`)).not.toBe(421);
    expect(await statusFor(`127.0.0.1:${port}`)).not.toBe(421);
  },
);

test("a socket is opened under no other host name either", async () => {
  const socket = new WebSocket(`${cloud.origin.replace("http", "ws")}/ws?ticket=good`, { headers: { host: "evil.example" } });
  const refused = await new Promise((resolve) => {
    socket.once("unexpected-response", (_, { statusCode }) => resolve(statusCode));
    socket.once("open", () => resolve("open"));
  });
  expect(refused).toBe(404);
});

test("a second cloud on the same data directory is refused; after closing, the data is there for the next one", async () => {
  await expect(startCloud(options)).rejects.toThrow(`(process ${process.pid})`);
  await put("kept");
  await cloud.close();
  cloud = await startCloud(options);
  const { socket, nextMessage } = await connect();
  await put("card-2");
  // The stream is resumed where it was: card-1 is not delivered again.
  expect(JSON.parse(await nextMessage())).toMatchObject({ detail: { pk: "card-2" } });
  socket.close();
});
