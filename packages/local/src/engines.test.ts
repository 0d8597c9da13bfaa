import { PutEventsCommand, PutRuleCommand, PutTargetsCommand } from "@aws-sdk/client-eventbridge";
import { CreateQueueCommand, ReceiveMessageCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test, vi } from "vitest";
import { arn } from "./arns.ts";
import { ManualClock } from "./clock.ts";
import { clientsFor, engineFixture } from "./engines.fixture.ts";
import { startEngines } from "./engines.ts";

const rule = { bus: "default", pattern: '{"source":["s"]}', schedule: undefined, description: undefined, isEnabled: true };
const event = { source: "s", detailType: "d", detail: '{"n":1}', resources: [], time: undefined, bus: undefined };

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kartis-engines-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function spawnEngines(dataDir: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "engines-process.fixture.ts"), dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [url] = await once(createInterface({ input: child.stdout }), "line");
  const clients = clientsFor(String(url));
  const kill = async () => {
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
    Object.values(clients).forEach((client) => client.destroy());
  };
  return { url: String(url), ...clients, kill };
}

test("no acknowledged message or event is lost when the process is killed under load, again and again", async () => {
  const dataDir = await temporaryFolder();
  const acknowledged = { messages: new Set<string>(), events: new Set<string>() };
  let sent = 0;

  for (let round = 0; round < 4; round++) {
    const { url, sqs, events, kill } = await spawnEngines(dataDir);
    const queueUrl = (name: string) => `${url}/000000000000/${name}`;
    if (round === 0) {
      for (const QueueName of ["messages", "events"]) await sqs.send(new CreateQueueCommand({ QueueName }));
      await events.send(new PutRuleCommand({ Name: "all", EventPattern: '{"source":["load"]}' }));
      await events.send(new PutTargetsCommand({ Rule: "all", Targets: [{ Id: "t", Arn: arn("sqs", "events") }] }));
    }
    const victim = { killed: false };
    const untilKilled = async (work: (id: string) => Promise<void>) => {
      while (!victim.killed) {
        try {
          await work(`load-${++sent}`);
        } catch (error) {
          if (!victim.killed) throw error;
        }
      }
    };
    const load = Array.from({ length: 8 }, () => [
      untilKilled(async (id) => {
        await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl("messages"), MessageBody: id }));
        acknowledged.messages.add(id);
      }),
      untilKilled(async (id) => {
        const Detail = JSON.stringify({ id });
        const { FailedEntryCount } = await events.send(
          new PutEventsCommand({ Entries: [{ Source: "load", DetailType: "load", Detail }] }),
        );
        if (FailedEntryCount === 0) acknowledged.events.add(id);
      }),
    ]).flat();
    // Somebody holds messages when the process dies; they must come back too.
    await sqs.send(new ReceiveMessageCommand({ QueueUrl: queueUrl("messages"), MaxNumberOfMessages: 10, WaitTimeSeconds: 5 }));
    const goal = (round + 1) * 100;
    await vi.waitFor(() => expect(Math.min(acknowledged.messages.size, acknowledged.events.size)).toBeGreaterThan(goal), {
      timeout: 10_000,
      interval: 5,
    });
    victim.killed = true;
    await kill();
    await Promise.all(load);
  }

  const { url, sqs, kill } = await spawnEngines(dataDir);
  const drain = async (name: string): Promise<Set<string>> => {
    const found = new Set<string>();
    for (;;) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl: `${url}/000000000000/${name}`, MaxNumberOfMessages: 10, VisibilityTimeout: 600 }),
      );
      if (Messages.length === 0) return found;
      for (const { Body = "" } of Messages) found.add(name === "events" ? JSON.parse(Body).detail.id : Body);
    }
  };
  const inside = { messages: await drain("messages"), events: await drain("events") };
  expect([...acknowledged.messages].filter((id) => !inside.messages.has(id))).toEqual([]);
  expect([...acknowledged.events].filter((id) => !inside.events.has(id))).toEqual([]);
  await kill();
}, 120_000);

test("what a killed process owed to a function is delivered by the next one", async () => {
  const dataDir = await temporaryFolder();
  const clock = new ManualClock("2026-11-20T10:00:00Z");
  const start = (invokeFunction: (name: string, payload: string) => Promise<void>) =>
    startEngines({ dataDir, clock, invokeFunction });
  const first = await start(() => new Promise(() => {}));
  first.bus.rules.put({ ...rule, name: "r" });
  first.bus.rules.putTargets("default", "r", [{ Id: "t", Arn: arn("lambda", "function:on-thing") }]);
  first.bus.put([event]);
  await first.close();

  const invoked: string[] = [];
  const second = await start(async (name) => void invoked.push(name));
  expect(invoked).toEqual(["on-thing"]);
  await second.close();
  const third = await start(async (name) => void invoked.push(name));
  expect(invoked).toEqual(["on-thing"]);
  await third.close();
});

test("a function that puts events while it starts does not double what waits behind it", async () => {
  const started: string[] = [];
  const engines = await startEngines({
    dataDir: ":memory:",
    clock: new ManualClock("2026-11-20T10:00:00Z"),
    invokeFunction: async (_, payload) => {
      started.push(payload);
      if (started.length === 1) engines.bus.put([{ ...event, source: "other" }]);
    },
  });
  onTestFinished(() => engines.close());
  engines.sqs.queues.create("behind", {});
  engines.bus.rules.put({ ...rule, name: "r" });
  engines.bus.rules.putTargets("default", "r", [
    { Id: "1", Arn: arn("lambda", "function:first") },
    { Id: "2", Arn: arn("sqs", "behind") },
    { Id: "3", Arn: arn("lambda", "function:third") },
  ]);
  engines.bus.put([event]);
  expect(await engines.sqs.receive("behind", { max: 10 })).toHaveLength(1);
  expect(started).toHaveLength(2);
});

test("closing answers the polls that still wait", async () => {
  const engines = await startEngines({ dataDir: ":memory:", clock: new ManualClock("2026-11-20T10:00:00Z") });
  engines.sqs.queues.create("quiet", {});
  const polling = engines.sqs.receive("quiet", { waitSeconds: 20 });
  await engines.close();
  expect(await polling).toEqual([]);
});

test("another service can be mounted, and is found by the scope of the signature", async () => {
  const { engines } = await engineFixture();
  engines.mount("execute-api", (request, response) => void response.end(`posted to ${request.url}`));
  const scoped = (service: string) =>
    fetch(`${engines.url}/stage/@connections/abc`, {
      headers: {
        authorization: `AWS4-HMAC-SHA256 Credential=AK/20261120/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`,
      },
    });
  expect(await (await scoped("execute-api")).text()).toBe("posted to /stage/@connections/abc");
  const unknown = await scoped("dynamodb");
  expect([unknown.status, unknown.headers.get("x-amzn-errortype")]).toEqual([404, "UnknownService"]);
});
