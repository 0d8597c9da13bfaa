import { SendEmailCommand, SESv2Client } from "@aws-sdk/client-sesv2";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { NoEffect, orNoEffect } from "./failures.ts";

let server: Server;
let answer: (response: ServerResponse) => void;
let endpoint: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    request.on("end", () => answer(response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const client = (url: string) =>
  new SESv2Client({
    endpoint: url,
    region: "us-east-1",
    maxAttempts: 1,
    credentials: { accessKeyId: "x", secretAccessKey: "x" },
    requestHandler: { httpAgent: { keepAlive: false } },
  });
const mail = new SendEmailCommand({ Destination: { ToAddresses: ["a@example.com"] }, Content: {} });
const outcomeOf = (call: () => Promise<unknown>) =>
  orNoEffect(call).then(
    () => "taken",
    (error: unknown) => (error instanceof NoEffect ? (error.mayPass ? "not yet" : "never") : "nobody knows"),
  );
const says = (status: number, code: string) => (response: ServerResponse) =>
  response.writeHead(status, { "content-type": "application/json", "x-amzn-errortype": code }).end("{}");

it.each<[string, string, (response: ServerResponse) => void]>([
  ["an answer", "taken", (response) => response.writeHead(200, { "content-type": "application/json" }).end("{}")],
  ["a throttle", "not yet", says(429, "TooManyRequestsException")],
  ["a throttle that says 400", "not yet", says(400, "ThrottlingException")],
  ["a limit", "not yet", says(400, "LimitExceededException")],
  ["a refusal", "never", says(400, "MessageRejected")],
  ["no right", "never", says(403, "AccessDeniedException")],
  ["a conflict", "nobody knows", says(409, "ConflictException")],
  ["a failure of theirs", "nobody knows", says(500, "InternalFailure")],
  ["a gateway that has waited in vain", "nobody knows", says(504, "GatewayTimeout")],
  ["a connection that breaks", "nobody knows", (response) => response.destroy()],
  [
    "half an answer",
    "nobody knows",
    (response) => response.writeHead(200, { "content-length": "10" }).write("{", () => response.destroy()),
  ],
])("%s: %s", async (_, outcome, how) => {
  answer = how;
  expect(await outcomeOf(() => client(endpoint).send(mail))).toBe(outcome);
});

it("a time-out: outcome unknown", async () => {
  answer = () => undefined;
  expect(await outcomeOf(() => client(endpoint).send(mail, { abortSignal: AbortSignal.timeout(50) }))).toBe("nobody knows");
});

it("nothing listens: not yet", async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  expect(await outcomeOf(() => client(`http://127.0.0.1:${port}`).send(mail))).toBe("not yet");
  expect(await outcomeOf(() => fetch(`http://127.0.0.1:${port}`))).toBe("not yet");
});
