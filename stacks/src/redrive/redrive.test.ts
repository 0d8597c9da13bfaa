import { CreateEventBusCommand, EventBridgeClient, PutRuleCommand, PutTargetsCommand } from "@aws-sdk/client-eventbridge";
import { CreateQueueCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { commit } from "@kartis/core/data/commit.ts";
import { systemActor } from "@kartis/core/kernel/actor.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { newId, type OrgId, type RecordId } from "@kartis/core/kernel/id.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deadLettersOf, moveBack, resumeStream } from "./dead-letters.ts";
import { firstRecord, republish } from "./journal.ts";

const atOnce = () => Promise.resolve();
const arnOf = (queue: string) => `arn:aws:sqs:us-east-1:000000000000:${queue}`;

let backend: Backend;
let sqs: SQSClient;
beforeAll(async () => {
  backend = await startBackend();
  sqs = new SQSClient({});
  await queueOf("heard");
  const bridge = new EventBridgeClient({});
  await bridge.send(new CreateEventBusCommand({ Name: "kartis" }));
  await bridge.send(
    new PutRuleCommand({ Name: "all", EventBusName: "kartis", EventPattern: JSON.stringify({ source: ["kartis.journal"] }) }),
  );
  await bridge.send(new PutTargetsCommand({ Rule: "all", EventBusName: "kartis", Targets: [{ Id: "q", Arn: arnOf("heard") }] }));
});
afterAll(() => backend.close());

async function queueOf(QueueName: string, deadLetters?: string): Promise<string> {
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: arnOf(deadLetters ?? ""), maxReceiveCount: 3 });
  const { QueueUrl = "" } = await sqs.send(
    new CreateQueueCommand({ QueueName, ...(deadLetters ? { Attributes: { RedrivePolicy } } : {}) }),
  );
  return QueueUrl;
}

async function bodiesIn(QueueUrl: string): Promise<string[]> {
  const bodies: string[] = [];
  for (;;) {
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
    if (Messages.length === 0) return bodies;
    bodies.push(...Messages.map(({ Body = "" }) => Body));
  }
}

async function write(orgId: OrgId, count: number): Promise<RecordId[]> {
  const ids: RecordId[] = [];
  for (let version = 1; version <= count; version++) {
    const subject = { kind: "card" as const, id: newId("crd"), typeId: "typ_1" };
    const change = { action: "card.update" as const, subject, version, before: null, after: null };
    const { records } = await commit(
      { orgId, actor: systemActor(orgId, "test"), clock: systemClock, requestId: "r", origin: "ui" },
      async () => ({ writes: [], records: [{ changes: [change] }], result: null }),
    );
    ids.push(...records.map(({ id }) => id));
  }
  return ids;
}

describe("publishing again", () => {
  it("puts the organization's records from the one that is named on the bus, in their order, and nobody else's", async () => {
    const orgId = newId("org");
    const ids = await write(orgId, 23);
    await write(newId("org"), 1);
    const [from = ""] = ids.slice(9);
    expect(await republish([orgId], firstRecord(from, Date.now()), atOnce)).toBe(14);
    const heard = (await bodiesIn(await queueOf("heard"))).map((body) => JSON.parse(body).detail.recordId);
    expect(heard).toEqual(ids.slice(9));
  });

  it("begins at an instant as well, and nowhere that consumers have forgotten", () => {
    const now = Date.parse("2026-11-22T12:00:00Z");
    expect(firstRecord("2026-11-20T12:00:00Z", now) < firstRecord("2026-11-20T12:00:01Z", now)).toBe(true);
    expect(() => firstRecord("2026-11-01T12:00:00Z", now)).toThrow("fourteen days");
    expect(() => firstRecord("yesterday or so", now)).toThrow("neither");
  });
});

describe("what failed for good", () => {
  it("goes back from the dead-letter queue into the queue that it came from", async () => {
    const dead = await queueOf(deadLettersOf("reaction"));
    const queue = await queueOf("reaction", deadLettersOf("reaction"));
    for (const MessageBody of ["1", "2", "3"]) await sqs.send(new SendMessageCommand({ QueueUrl: dead, MessageBody }));
    expect(await moveBack("reaction", atOnce)).toBe(3);
    expect((await bodiesIn(queue)).toSorted()).toEqual(["1", "2", "3"]);
    expect(await bodiesIn(dead)).toEqual([]);
  });

  it("of the stream's reader is published from the first place on; its places stay in the queue until that is done", async () => {
    const dead = await queueOf(deadLettersOf("publisher"));
    const place = (approximateArrivalOfFirstRecord: string) =>
      sqs.send(
        new SendMessageCommand({
          QueueUrl: dead,
          MessageBody: JSON.stringify({ DDBStreamBatchInfo: { approximateArrivalOfFirstRecord } }),
        }),
      );
    await place("2026-11-22T10:00:00Z");
    await place("2026-11-22T09:00:00Z");
    const begun: string[] = [];
    const places = await resumeStream("publisher", async (instantMs) => void begun.push(new Date(instantMs).toISOString()));
    expect(places).toBe(2);
    expect(begun).toEqual(["2026-11-22T09:00:00.000Z"]);
    expect(await resumeStream("publisher", () => Promise.reject(new Error("nothing is left")))).toBe(0);
  });
});
