import { marshall } from "@aws-sdk/util-dynamodb";
import { CreateEventBusCommand, EventBridgeClient, PutRuleCommand, PutTargetsCommand } from "@aws-sdk/client-eventbridge";
import { CreateQueueCommand, SQSClient } from "@aws-sdk/client-sqs";
import { commit } from "@kartis/core/data/commit.ts";
import { journalEntity, latestRecords, toItem } from "@kartis/core/data/journal-entity.ts";
import type { JournalRecord } from "@kartis/core/data/journal.ts";
import { systemActor } from "@kartis/core/kernel/actor.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { newId, type OrgId } from "@kartis/core/kernel/id.ts";
import { compilePattern } from "@kartis/local/eventbridge/pattern.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { comingAgain, underFaults } from "@kartis/tests/support/faults.ts";
import { takeAll } from "@kartis/tests/support/queue.ts";
import type { DynamoDBRecord } from "aws-lambda";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { functions } from "../functions.ts";
import { handler } from "./handler.ts";

let backend: Backend;
let queueUrl: string;
beforeAll(async () => {
  backend = await startBackend();
  const bridge = new EventBridgeClient({});
  await bridge.send(new CreateEventBusCommand({ Name: "kartis" }));
  await bridge.send(
    new PutRuleCommand({ Name: "all", EventBusName: "kartis", EventPattern: JSON.stringify({ source: ["kartis.journal"] }) }),
  );
  const { QueueUrl = "" } = await new SQSClient({}).send(new CreateQueueCommand({ QueueName: "all" }));
  await bridge.send(
    new PutTargetsCommand({
      Rule: "all",
      EventBusName: "kartis",
      Targets: [{ Id: "q", Arn: "arn:aws:sqs:us-east-1:000000000000:all" }],
    }),
  );
  queueUrl = QueueUrl;
});
afterAll(() => backend.close());
afterEach(() => vi.restoreAllMocks());

async function write(orgId: OrgId, count: number): Promise<JournalRecord[]> {
  const drafts = Array.from({ length: count }, (_, at) => ({
    changes: [
      {
        action: "card.update" as const,
        subject: { kind: "card" as const, id: newId("crd"), typeId: "typ_1" },
        version: at + 1,
        before: { secret: "before" },
        after: { secret: "after" },
      },
    ],
  }));
  const { records } = await commit(
    { orgId, actor: systemActor(orgId, "test"), clock: systemClock, requestId: "r", origin: "ui" },
    async () => ({ writes: [], records: drafts, result: null }),
  );
  return [...records];
}

/** A record as the table's stream brings it, as if it had landed this long after its id. */
function landed(record: JournalRecord, sequence: number, lateMs = 0): DynamoDBRecord {
  const item = journalEntity().create(toItem(record)).params<{ Item: Record<string, unknown> }>().Item;
  const marshalled = marshall(item, { removeUndefinedValues: true });
  // The event is JSON: bytes come as base64.
  const image: NonNullable<DynamoDBRecord["dynamodb"]>["NewImage"] = JSON.parse(
    JSON.stringify(
      Object.entries(marshalled).reduce(
        (all, [name, value]) => ({ ...all, [name]: value.B ? { B: Buffer.from(value.B).toString("base64") } : value }),
        {},
      ),
    ),
  );
  return {
    eventName: "INSERT",
    dynamodb: {
      NewImage: image,
      SequenceNumber: String(sequence),
      ApproximateCreationDateTime: (Date.parse(record.at) + lateMs) / 1000,
    },
  };
}

interface Received {
  readonly recordId: string;
  readonly body: string;
}

/** A bus may double an event, and a queue hands out its messages in any order. */
const inOrderOnce = (messages: readonly Received[]): Received[] =>
  [...new Map(messages.map((message) => [message.recordId, message])).values()].toSorted((a, b) =>
    a.recordId < b.recordId ? -1 : 1,
  );

async function received(): Promise<Received[]> {
  const all = (await takeAll(queueUrl)).map((body) => ({ recordId: JSON.parse(body).detail.recordId, body }));
  return underFaults ? inOrderOnce(all) : all;
}

/** The stream redelivers what a misbehaving bus did not accept. */
const published = (Records: DynamoDBRecord[]) =>
  comingAgain(
    () => handler({ Records }),
    ({ batchItemFailures }) => batchItemFailures.length > 0,
  );

it("puts every record on the bus, in order, without values; nothing else from the stream", async () => {
  const orgId = newId("org");
  const records = await write(orgId, 23);
  const other: DynamoDBRecord = {
    eventName: "INSERT",
    dynamodb: { NewImage: { __edb_e__: { S: "card" } }, SequenceNumber: "1" },
  };
  const removed: DynamoDBRecord = { ...landed(records[0] ?? failNow(), 2), eventName: "REMOVE" };
  expect(await published([other, removed, ...records.map((record, at) => landed(record, at + 3))])).toEqual({
    batchItemFailures: [],
  });
  const messages = await received();
  expect(messages.map(({ recordId }) => recordId)).toEqual(records.map(({ id }) => id));
  expect(messages.map(({ body }) => body).join()).not.toMatch(/before"|"after"|secret/);
});

it("is called for new journal records and for nothing else in the stream", async () => {
  const [matches = expect.fail("no function reads the stream")] = functions.flatMap(({ trigger }) =>
    trigger.kind === "stream" ? [compilePattern(trigger.filter)] : [],
  );
  const [record = expect.fail()] = await write(newId("org"), 1);
  const inserted = landed(record, 1);
  expect(matches(inserted)).toBe(true);
  // A redaction overwrites a record; the time to live deletes others.
  for (const eventName of ["MODIFY", "REMOVE"] as const) expect(matches({ ...inserted, eventName })).toBe(false);
  const other = { ...inserted, dynamodb: { ...inserted.dynamodb, NewImage: { __edb_e__: { S: "card" } } } };
  expect(matches(other)).toBe(false);
});

it("puts a chunk of many changes on the bus as one", async () => {
  const orgId = newId("org");
  const changes = [1, 2, 3].map((version) => ({
    action: "card.create" as const,
    subject: { kind: "card" as const, id: newId("crd"), typeId: "typ_1" },
    version,
    before: null,
    after: { name: "A" },
  }));
  const { records } = await commit(
    { orgId, actor: systemActor(orgId, "test"), clock: systemClock, requestId: "r", origin: "import" },
    async () => ({ writes: [], records: [{ changes }], result: null }),
  );
  expect(await published(records.map((record, at) => landed(record, at)))).toEqual({ batchItemFailures: [] });
  expect((await received()).map(({ recordId }) => recordId)).toEqual(records.map(({ id }) => id));
});

it("says whose call a record is about", async () => {
  const orgId = newId("org");
  const change = {
    action: "webhook.receive" as const,
    subject: { kind: "webhook" as const, id: "whatsapp.1" },
    version: 1,
    before: null,
    after: { source: "whatsapp", key: "1" },
  };
  const { records } = await commit(
    { orgId, actor: systemActor(orgId, "test"), clock: systemClock, requestId: "r", origin: "system" },
    async () => ({ writes: [], records: [{ changes: [change] }], result: null }),
  );
  expect(await published(records.map((record, at) => landed(record, at)))).toEqual({ batchItemFailures: [] });
  expect((await received()).map(({ body }) => JSON.parse(body).detail.sources)).toEqual([["whatsapp"]]);
});

it("reports the first entry that the bus did not accept, so that the stream redelivers it", async () => {
  const records = await write(newId("org"), 3);
  // The bus takes the first and the third of a call.
  vi.spyOn(EventBridgeClient.prototype, "send").mockReturnValue(
    // oxlint-disable-next-line typescript/no-misused-promises -- the overload without a callback answers with a promise
    Promise.resolve({
      FailedEntryCount: 1,
      Entries: [{ EventId: "1" }, { ErrorCode: "ThrottlingException" }, { EventId: "3" }],
    }) as never,
  );
  const answer = await handler({ Records: records.map((record, at) => landed(record, at + 100)) });
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: "101" }] });
});

it("leaves out an item that is not a record, reports it, and continues", async () => {
  const logged = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const [before, after] = await write(newId("org"), 2);
  if (!before || !after) failNow();
  const broken = landed(before, 2);
  broken.dynamodb = { ...broken.dynamodb, NewImage: { ...broken.dynamodb?.NewImage, action: { S: "no.such.action" } } };
  expect(await handler({ Records: [landed(before, 1), broken, landed(after, 3)] })).toEqual({ batchItemFailures: [] });
  expect((await received()).map(({ recordId }) => recordId)).toEqual([before.id, after.id]);
  expect(String(logged.mock.calls[0]?.[0])).toContain("publisher, at 2");
});

it("repairs records that landed late before the entry that the bus did not accept: the stream does not redeliver them", async () => {
  const orgId = newId("org");
  const [late, refused] = await write(orgId, 2);
  if (!late || !refused) failNow();
  vi.spyOn(EventBridgeClient.prototype, "send").mockReturnValue(
    // oxlint-disable-next-line typescript/no-misused-promises -- the overload without a callback answers with a promise
    Promise.resolve({ FailedEntryCount: 1, Entries: [{ EventId: "1" }, { ErrorCode: "ThrottlingException" }] }) as never,
  );
  expect(await handler({ Records: [landed(late, 1, 9_000), landed(refused, 2, 9_000)] })).toEqual({
    batchItemFailures: [{ itemIdentifier: "2" }],
  });
  const repairs = await repairsOf(orgId);
  expect(repairs.map(({ causedBy }) => causedBy)).toEqual([late.id]);
});

it("has the subjects of a late record read again, once, and not those of a timely one", async () => {
  const orgId = newId("org");
  const [inTime, late] = await write(orgId, 2);
  if (!inTime || !late) failNow();
  const Records = [landed(inTime, 1, 1_000), landed(late, 2, 9_000)];
  await handler({ Records });
  await handler({ Records });
  const repairs = await repairsOf(orgId);
  expect(repairs.map(({ changes, causedBy }) => [changes[0]?.action, changes[0]?.subject.id, causedBy])).toEqual([
    ["replica.repair", late.changes[0]?.subject.id, late.id],
  ]);
});

const repairsOf = async (orgId: OrgId) =>
  (await latestRecords(orgId, 100, null)).filter(({ changes }) => changes[0]?.action === "replica.repair");

function failNow(): never {
  throw new Error("not there");
}
