import { once } from "node:events";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, it } from "vitest";
import { KeptConnections } from "./http.ts";

/** Answers after the milliseconds that a request's body asks for; on a thread of its own, so that it answers while this one is busy. */
const server = new Worker(
  `const { createServer } = require("node:http");
   const { parentPort } = require("node:worker_threads");
   createServer(async (request, response) => {
     let text = "";
     for await (const part of request) text += part;
     setTimeout(() => response.end("answer"), Number(text));
   }).listen(0, "127.0.0.1", function () { parentPort.postMessage(this.address().port); });`,
  { eval: true },
);
let connections: KeptConnections;
beforeAll(async () => {
  const [port] = await once(server, "message");
  connections = new KeptConnections(new URL(`http://127.0.0.1:${port}`));
});
afterAll(() => server.terminate());

const post = (afterMs: number, timeoutMs: number) => connections.post({}, String(afterMs), { timeoutMs });
/** Blocks this process, as applying an import does. */
const busyFor = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it("an answer that came in time is taken, though the process was too busy to look until the time was over", async () => {
  expect(await post(0, 5_000)).toEqual({ status: 200, text: "answer" });
  const answer = post(100, 300);
  await delay(20);
  await nextTurn();
  busyFor(1_000);
  expect(await answer).toEqual({ status: 200, text: "answer" });
});

it("silence ends the wait, also after a busy time", async () => {
  await expect(post(2_000, 200)).rejects.toMatchObject({ name: "TimeoutError" });
  const silent = post(3_000, 200);
  silent.catch(() => undefined);
  await delay(20);
  await nextTurn();
  busyFor(500);
  await expect(silent).rejects.toMatchObject({ name: "TimeoutError" });
});
