import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { tableSchema } from "@kartis/core/data/table.ts";
import { systemClock } from "../clock.ts";
import { startDynamo } from "../dynamodb/dynamo.ts";
import { localCredentials } from "../local-credentials.ts";
import { Sqs } from "../sqs/sqs.ts";
import { openStore } from "../store.ts";
import { Checkpoints } from "./checkpoints.ts";
import { createFunction } from "./function.ts";
import type { LambdaFunction } from "./function.ts";
import { toLines } from "./log-lines.ts";
import { startQueueSource } from "./queue-source.ts";
import { startStreamSource } from "./stream-source.ts";
import { WorkerPlace } from "./worker-place.ts";

const directory = mkdtempSync(join(tmpdir(), "kartis-lambda-test-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let count = 0;
function functionOf(handler: string, options: { concurrent?: boolean; timeoutSeconds?: number } = {}): LambdaFunction {
  const path = join(directory, `${count++}.mjs`);
  writeFileSync(path, `let calls = 0;\nexport const handler = ${handler};`);
  const { concurrent = false, timeoutSeconds = 5 } = options;
  const made = createFunction({ spec: { name: "tested", memoryMb: 128, timeoutSeconds }, path, environment: {}, concurrent });
  onTestFinished(() => made.close());
  return made;
}

test("a worker keeps its state between invocations and loses it when it dies; the dying invocation fails", async () => {
  const tested = functionOf(`async (event) => { if (event === "die") process.exit(1); return { calls: ++calls }; }`);
  expect([await tested.invoke("x"), await tested.invoke("x")]).toEqual([{ calls: 1 }, { calls: 2 }]);
  await expect(tested.invoke("die")).rejects.toMatchObject({ errorType: "Runtime.ExitError" });
  expect(await tested.invoke("x")).toEqual({ calls: 1 });
});

test("results and events pass as JSON; errors keep their name and message", async () => {
  const tested = functionOf(`async (event, context) => {
    if (event.fail) throw new RangeError("too far");
    return { at: new Date(0), gone: undefined, event, left: context.getRemainingTimeInMillis() > 4000, name: context.functionName };
  }`);
  expect(await tested.invoke({ a: 1, b: undefined })).toEqual({
    at: "1970-01-01T00:00:00.000Z",
    event: { a: 1 },
    left: true,
    name: "tested",
  });
  await expect(tested.invoke({ fail: true })).rejects.toMatchObject({ errorType: "RangeError", message: "too far" });
});

test("code that cannot be loaded fails each invocation", async () => {
  const tested = functionOf("undefined");
  for (const _ of [1, 2]) await expect(tested.invoke({})).rejects.toMatchObject({ errorType: "Runtime.ImportModuleError" });
});

test("a concurrent function serves several invocations at once, another one by one", async () => {
  // Each call waits until a second one is there, or gives up soon.
  const handler = `async () => { calls++; for (let i = 0; i < 40 && calls < 2; i++) await new Promise((r) => setTimeout(r, 5)); const seen = calls; calls--; return seen; }`;
  const shared = functionOf(handler, { concurrent: true });
  expect(Math.max(...(await Promise.all([shared.invoke(1), shared.invoke(2)])).map(Number))).toBe(2);
  const single = functionOf(handler);
  expect(await Promise.all([single.invoke(1), single.invoke(2)])).toEqual([1, 1]);
});

test("a time-out fails the invocation; a shared worker lives on unless it is stuck in synchronous code", async () => {
  const tested = functionOf(
    `async (event) => { calls++; if (event === "hang") await new Promise(() => {}); if (event === "stuck") for (;;); return calls; }`,
    { concurrent: true, timeoutSeconds: 0.2 },
  );
  // The worker's start counts too, and on a busy machine it takes longer than the function may.
  await expect.poll(() => tested.invoke("x").catch(() => "not yet")).toEqual(expect.any(Number));
  const calls = Number(await tested.invoke("x"));
  await expect(tested.invoke("hang")).rejects.toMatchObject({ message: "Task timed out after 0.20 seconds" });
  expect(await tested.invoke("x")).toBe(calls + 2);
  await expect(tested.invoke("stuck")).rejects.toMatchObject({ errorType: "Sandbox.Timedout" });
  // The stuck one can never answer again; once it is given up, a fresh one does.
  await expect.poll(() => tested.invoke("x").catch(() => "not yet")).toEqual(expect.any(Number));
});

/** Functions that share a worker, and their logs. */
function sharing() {
  const lines: string[] = [];
  const log = toLines((name, line) => lines.push(`${name}: ${line}`));
  const shared = new WorkerPlace({
    name: "shared",
    isShared: true,
    memoryMb: 128,
    youngMb: 8,
    environment: {},
    onLog: log,
  });
  onTestFinished(() => shared.close());
  const add = (name: string, code: string, options: { timeoutSeconds?: number } = {}): LambdaFunction => {
    const path = join(directory, `${count++}.mjs`);
    writeFileSync(path, code);
    const made = createFunction({
      spec: { name, memoryMb: 128, timeoutSeconds: options.timeoutSeconds ?? 30 },
      path,
      environment: { NAME: name, [`ONLY_${name}`]: "yes" },
      concurrent: false,
      shared,
      onLog: (text) => log(name, text),
    });
    onTestFinished(() => made.close());
    return made;
  };
  return { add, lines };
}

test("functions in one worker have each its own environment, modules and log, also after waiting", async () => {
  const code = `
    import { threadId } from "node:worker_threads";
    const atLoad = process.env.NAME;
    let calls = 0;
    export const handler = async () => {
      calls++;
      await new Promise((resolve) => setTimeout(resolve, 1));
      console.log("called in", process.env.NAME);
      return { atLoad, calls, threadId, now: process.env.NAME, names: Object.keys(process.env).sort(), others: "ONLY_b" in process.env };
    };`;
  const { add, lines } = sharing();
  const [a, b] = [add("a", code), add("b", code)];
  const answers = await Promise.all([a.invoke({}), b.invoke({}), a.invoke({})]);
  const threads = new Set(answers.map((answer) => Object(answer).threadId));
  expect(threads.size).toBe(1);
  const [threadId] = threads;
  expect(answers).toEqual([
    { atLoad: "a", calls: 1, threadId, now: "a", names: ["NAME", "ONLY_a"], others: false },
    { atLoad: "b", calls: 1, threadId, now: "b", names: ["NAME", "ONLY_b"], others: true },
    { atLoad: "a", calls: 2, threadId, now: "a", names: ["NAME", "ONLY_a"], others: false },
  ]);
  expect(lines.toSorted()).toEqual(["a: called in a", "a: called in a", "b: called in b"]);
});

test.each([
  ["dies", `process.exit(1)`, "Runtime.ExitError"],
  [
    "throws where nobody catches",
    `setImmediate(() => { throw new Error("nobody") }); await new Promise(() => {})`,
    "Runtime.ExitError",
  ],
  ["never comes back", `for (;;);`, "Sandbox.Timedout"],
])("a function that %s fails alone: what others had under way in the same worker is run again", async (_, bad, errorType) => {
  const { add } = sharing();
  const started = join(directory, `started-${count++}`);
  const patient = add(
    "patient",
    `import { existsSync, writeFileSync } from "node:fs";
    export const handler = async () => {
      if (existsSync(${JSON.stringify(started)})) return "again";
      writeFileSync(${JSON.stringify(started)}, "");
      await new Promise(() => {});
    };`,
  );
  const dying = add("dying", `export const handler = async () => { ${bad} };`, { timeoutSeconds: 0.5 });
  const waiting = patient.invoke({});
  await expect.poll(() => existsSync(started)).toBe(true);
  await expect(dying.invoke({})).rejects.toMatchObject({ errorType });
  expect(await waiting).toBe("again");
  // From now on it dies by itself.
  const calm = add("calm", `let calls = 0; export const handler = async () => ++calls;`);
  expect(await calm.invoke({})).toBe(1);
  await expect(dying.invoke({})).rejects.toMatchObject({ errorType });
  expect(await calm.invoke({})).toBe(2);
});

test("an idle worker ends, and the next call starts one", async () => {
  const path = join(directory, `${count++}.mjs`);
  writeFileSync(path, `let calls = 0; export const handler = async () => ++calls;`);
  const { promise: idle, resolve } = Promise.withResolvers<void>();
  const place = new WorkerPlace(
    { name: "idle", isShared: false, memoryMb: 128, youngMb: 8, environment: {}, idleMs: 200, onLog: () => undefined },
    resolve,
  );
  onTestFinished(() => place.close());
  const call = () =>
    place.invoke({
      loaded: { name: "idle", path, environment: {} },
      memoryMb: 128,
      timeoutSeconds: 5,
      eventJson: "{}",
      outlivesTimeout: false,
    });
  expect(await call()).toBe("1");
  await idle;
  expect(await call()).toBe("1");
});

test("a queue's messages leave it if they succeed; those reported as failed come again, and end as dead letters", async () => {
  const sqs = new Sqs(openStore(":memory:"), systemClock);
  sqs.queues.create("dead", {});
  const redrive = { deadLetterTargetArn: "arn:aws:sqs:us-east-1:000000000000:dead", maxReceiveCount: 1 };
  sqs.queues.create("work", { RedrivePolicy: JSON.stringify(redrive) });
  for (const body of ["good", "bad", "fine"]) sqs.send("work", { body });
  const target = functionOf(
    `async ({ Records }) => ({ batchItemFailures: Records.filter((r) => r.body === "bad").map((r) => ({ itemIdentifier: r.messageId })) })`,
  );
  const source = startQueueSource({ sqs, queueName: "work", target, batchSize: 10 });
  const [dead] = await sqs.receive("dead", { waitSeconds: 10 });
  expect(dead?.body).toBe("bad");
  await source.stop();
  expect(sqs.queues.describe("work")).toMatchObject({
    ApproximateNumberOfMessages: "0",
    ApproximateNumberOfMessagesNotVisible: "0",
  });
});

test("one tenant's backlog does not delay another's message: it is in the next batch, and the backlog keeps its order", async () => {
  const sqs = new Sqs(openStore(":memory:"), systemClock);
  sqs.queues.create("work", {});
  for (let at = 0; at < 300; at++) sqs.send("work", { body: String(at), groupId: "busy" });
  const batches: string[][] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const target: LambdaFunction = {
    ...functionOf("async () => null"),
    async invoke(event) {
      const { Records }: { Records: { body: string }[] } = Object(event);
      batches.push(Records.map(({ body }) => body));
      if (batches.length === 3) sqs.send("work", { body: "quiet", groupId: "quiet" });
      if (batches.flat().length === 301) resolve();
      return null;
    },
  };
  const source = startQueueSource({ sqs, queueName: "work", target, batchSize: 10 });
  await promise;
  await source.stop();
  expect(batches.findIndex((batch) => batch.includes("quiet"))).toBe(3);
  const order = Array.from({ length: 300 }, (_, at) => String(at));
  expect(batches.flat().filter((body) => body !== "quiet")).toEqual(order);
});

test("a batch whose function dies comes again as a whole", async () => {
  const sqs = new Sqs(openStore(":memory:"), systemClock);
  sqs.queues.create("work", {});
  sqs.send("work", { body: "a" });
  const delivered: string[] = [];
  const dying = functionOf(
    `async ({ Records }) => { if (Records[0].attributes.ApproximateReceiveCount === "1") process.exit(1); return null; }`,
  );
  const { promise, resolve } = Promise.withResolvers<void>();
  const target: LambdaFunction = {
    ...dying,
    async invoke(event) {
      const result = await dying.invoke(event);
      delivered.push("done");
      resolve();
      return result;
    },
  };
  const source = startQueueSource({ sqs, queueName: "work", target, batchSize: 10 });
  await promise;
  await source.stop();
  expect(delivered).toEqual(["done"]);
  expect(sqs.queues.describe("work")).toMatchObject({
    ApproximateNumberOfMessages: "0",
    ApproximateNumberOfMessagesNotVisible: "0",
  });
});

test("a stream's matching records are read in order, again from the first failure, and after a restart from where it was", async () => {
  const dynamo = await startDynamo();
  onTestFinished(() => dynamo.close());
  const { streamArn } = await dynamo.ensureTable({ tableName: "kartis", schema: tableSchema });
  const client = new DynamoDBClient({ endpoint: dynamo.endpoint, region: "us-east-1", credentials: localCredentials });
  const put = (pk: string) => client.send(new PutItemCommand({ TableName: "kartis", Item: { pk: { S: pk }, sk: { S: "-" } } }));
  const checkpoints = new Checkpoints(openStore(":memory:"));
  const filter = { eventName: ["INSERT"], dynamodb: { NewImage: { pk: { S: [{ "anything-but": { prefix: "-" } }] } } } };

  /** Reads until `last` has been done; fails the batch once at each key of `failOnce`. Returns what it was handed, batch by batch. */
  async function read(last: string, failOnce: Set<string>): Promise<string[]> {
    const seen: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const target: LambdaFunction = {
      ...functionOf("async () => null"),
      async invoke(event) {
        const { Records } = event as {
          Records: { eventName: string; dynamodb: { SequenceNumber: string; Keys: { pk: { S: string } } } }[];
        };
        const keys = Records.map(({ dynamodb }) => dynamodb.Keys.pk.S);
        seen.push(keys.join());
        const failing = Records.find(({ dynamodb }) => failOnce.delete(dynamodb.Keys.pk.S));
        if (failing) return { batchItemFailures: [{ itemIdentifier: failing.dynamodb.SequenceNumber }] };
        if (keys.includes(last)) resolve();
        return null;
      },
    };
    const source = startStreamSource({ endpoint: dynamo.endpoint, streamArn, target, batchSize: 3, filter, checkpoints });
    await promise;
    await source.stop();
    return seen;
  }

  for (const key of ["a", "b", "c", "d"]) await put(key);
  expect(await read("d", new Set(["b"]))).toEqual(["a,b,c", "b,c,d"]);
  // Whole batches of others are passed over, and a failure behind one of them is found again.
  for (const key of ["-1", "-2", "-3", "-4", "e", "-5", "f"]) await put(key);
  expect(await read("f", new Set(["f"]))).toEqual(["e", "f", "f"]);
});
