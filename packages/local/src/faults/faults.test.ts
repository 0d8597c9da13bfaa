import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { SendEmailCommand, SESv2Client } from "@aws-sdk/client-sesv2";
import {
  CreateQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { tableSchema } from "@kartis/core/data/table.ts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Dynamo, startDynamo } from "../dynamodb/dynamo.ts";
import { type Engines, startEngines } from "../engines.ts";
import { localCredentials } from "../local-credentials.ts";
import { type S3Server, startS3 } from "../s3/server.ts";
import { delivered } from "./delivery.ts";
import type { Fault } from "./fault.ts";
import { Fates } from "./fates.ts";
import { startFaults } from "./faults.ts";

const directory = mkdtempSync(join(tmpdir(), "kartis-faults-test-"));
let dynamo: Dynamo;
let engines: Engines;
let s3Server: S3Server;
beforeAll(async () => {
  [dynamo, engines, s3Server] = await Promise.all([
    startDynamo({}),
    startEngines({ dataDir: ":memory:" }),
    startS3({ dataDir: directory }),
  ]);
  await dynamo.ensureTable({ tableName: "kartis", schema: tableSchema });
  s3Server.deployBucket("b", { corsOrigins: [], expire: [] });
});
afterAll(async () => {
  await Promise.all([dynamo.close(), engines.close(), s3Server.close()]);
  rmSync(directory, { recursive: true, force: true });
});

/** Clients of engines that do nothing but this. They do not repeat. */
async function under(fault: Fault) {
  const faults = await startFaults(
    { seed: 1, rate: 1, only: [fault] },
    { dynamodb: dynamo.endpoint, engines: engines.url, s3: s3Server.endpoint },
  );
  onTestFinished(() => faults.close());
  const { endpoints } = faults;
  const shared = { region: "us-east-1", credentials: localCredentials, maxAttempts: 1 };
  return {
    fates: faults.fates,
    table: new DynamoDBClient({
      ...shared,
      endpoint: endpoints.dynamodb,
      requestHandler: { requestTimeout: 300, throwOnRequestTimeout: true },
    }),
    sqs: new SQSClient({ ...shared, endpoint: endpoints.engines }),
    bus: new EventBridgeClient({ ...shared, endpoint: endpoints.engines }),
    mail: new SESv2Client({ ...shared, endpoint: endpoints.engines }),
    s3: new S3Client({ ...shared, endpoint: endpoints.s3, forcePathStyle: true }),
  };
}

const itemOf = (sk: string, more = {}) => ({ pk: { S: "p" }, sk: { S: sk }, ...more });
const put = (sk: string) => new PutItemCommand({ TableName: "kartis", Item: itemOf(sk) });
const direct = () => new DynamoDBClient({ endpoint: dynamo.endpoint, region: "us-east-1", credentials: localCredentials });
const isThere = async (sk: string) =>
  (await direct().send(new GetItemCommand({ TableName: "kartis", Key: itemOf(sk) }))).Item !== undefined;
async function queueOf(sqs: SQSClient, QueueName: string): Promise<string> {
  const { QueueUrl = "" } = await sqs.send(new CreateQueueCommand({ QueueName }));
  return QueueUrl.replace(/^http:\/\/[^/]+/, engines.url);
}
const failureOf = (promise: Promise<unknown>): Promise<{ name: string; code: string | undefined }> =>
  promise.then(
    () => expect.fail("nothing went wrong"),
    (error: Error & { code?: string }) => ({ name: error.name, code: error.code }),
  );

describe("the table", () => {
  it("throttles by its own names, and has done nothing", async () => {
    const { table, fates } = await under("throttle");
    const names = new Set<string>();
    for (let at = 0; at < 12; at++) names.add((await failureOf(table.send(put("throttled")))).name);
    expect(names).toEqual(new Set(["ProvisionedThroughputExceededException", "ThrottlingException"]));
    expect(await isThere("throttled")).toBe(false);
    expect(fates.counts()).toEqual({ "dynamodb.PutItem throttle": 12 });
  });

  it("cancels a transaction for one of its items", async () => {
    const { table } = await under("conflict");
    const TransactItems = ["t1", "t2", "t3"].map((sk) => ({ Put: { TableName: "kartis", Item: itemOf(sk) } }));
    const error: unknown = await table.send(new TransactWriteItemsCommand({ TransactItems })).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "TransactionCanceledException" });
    const codes = (error as { CancellationReasons: { Code: string }[] }).CancellationReasons.map(({ Code }) => Code);
    expect(codes.toSorted()).toEqual(["None", "None", "TransactionConflict"]);
    expect(await isThere("t1")).toBe(false);
  });

  it("fails with and without the effect", async () => {
    const { table } = await under("error");
    const done: boolean[] = [];
    for (let at = 0; at < 12; at++) {
      expect(await failureOf(table.send(put(`failed ${at}`)))).toMatchObject({ name: "InternalServerError" });
      done.push(await isThere(`failed ${at}`));
    }
    expect(new Set(done)).toEqual(new Set([true, false]));
  });

  it.each([
    ["reset", "ECONNRESET", false],
    ["lostAnswer", "ECONNRESET", true],
    ["timeOut", undefined, false],
  ] as const)("%s: the connection says %s, the effect is there: %s", async (fault, code, effect) => {
    const { table } = await under(fault);
    const failure = await failureOf(table.send(put(fault)));
    expect(failure).toMatchObject(code ? { code } : { name: "TimeoutError" });
    expect(await isThere(fault)).toBe(effect);
  });

  it("answers half of a batch, and says which half is left", async () => {
    const { table } = await under("half");
    const requests = Array.from({ length: 10 }, (_, at) => ({ PutRequest: { Item: itemOf(`half ${at}`) } }));
    const { UnprocessedItems } = await table.send(new BatchWriteItemCommand({ RequestItems: { kartis: requests } }));
    const left = UnprocessedItems?.["kartis"]?.map(({ PutRequest }) => PutRequest?.Item?.["sk"]?.S ?? "") ?? [];
    expect(left.length).toBeGreaterThan(0);
    const there = await Promise.all(requests.map(({ PutRequest }) => isThere(PutRequest.Item.sk.S)));
    expect(requests.filter((_, at) => !there[at]).map(({ PutRequest }) => PutRequest.Item.sk.S)).toEqual(left);

    const Keys = requests.map(({ PutRequest }) => PutRequest.Item);
    const { Responses, UnprocessedKeys } = await table.send(
      new BatchGetItemCommand({ RequestItems: { kartis: { Keys, ConsistentRead: true } } }),
    );
    expect(UnprocessedKeys?.["kartis"]).toMatchObject({ ConsistentRead: true });
    const unread = new Set(UnprocessedKeys?.["kartis"]?.Keys?.map(({ sk }) => sk?.S));
    expect(unread.size).toBeGreaterThan(0);
    expect(Responses?.["kartis"]?.map(({ sk }) => sk?.S).toSorted()).toEqual(
      Keys.map(({ sk }) => sk.S).filter((sk, at) => there[at] && !unread.has(sk)),
    );
  });

  it("ends a page early and says where it goes on", async () => {
    const { table } = await under("shortPage");
    for (let at = 0; at < 30; at++) await direct().send(put(`page ${String(at).padStart(2, "0")}`));
    const found: string[] = [];
    let pages = 0;
    let from: Record<string, { S: string }> | undefined;
    do {
      const page = await table.send(
        new QueryCommand({
          TableName: "kartis",
          KeyConditionExpression: "pk = :pk AND begins_with(sk, :page)",
          ExpressionAttributeValues: { ":pk": { S: "p" }, ":page": { S: "page" } },
          ExclusiveStartKey: from,
        }),
      );
      found.push(...(page.Items ?? []).map(({ sk }) => sk?.S ?? ""));
      from = page.LastEvaluatedKey as typeof from; // its keys are texts
      pages++;
    } while (from);
    expect(found).toEqual(Array.from({ length: 30 }, (_, at) => `page ${String(at).padStart(2, "0")}`));
    expect(pages).toBeGreaterThan(1);
  });
});

describe("queues, bus and mail", () => {
  it("sends a message twice, where once was asked for", async () => {
    const { sqs } = await under("duplicate");
    const QueueUrl = await queueOf(sqs, "doubled");
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: "x" }));
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
    expect(Messages.map(({ Body }) => Body)).toEqual(["x", "x"]);
  });

  it("takes a part of a batch of messages, and of events, and says which failed", async () => {
    const { sqs, bus } = await under("half");
    const QueueUrl = await queueOf(sqs, "halved");
    const Entries = Array.from({ length: 6 }, (_, at) => ({ Id: `id${at}`, MessageBody: `${at}` }));
    const { Successful = [], Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    expect(Failed.length).toBeGreaterThan(0);
    expect([...Successful, ...Failed]).toHaveLength(Entries.length);
    expect(new Set([...Successful, ...Failed].map(({ Id }) => Id))).toEqual(new Set(Entries.map(({ Id }) => Id)));
    expect(Failed.every(({ SenderFault }) => SenderFault === false)).toBe(true);

    const events = Entries.map(({ Id }) => ({ Source: "s", DetailType: Id, Detail: "{}" }));
    const answer = await bus.send(new PutEventsCommand({ Entries: events }));
    const refused = answer.Entries?.filter(({ ErrorCode }) => ErrorCode !== undefined) ?? [];
    expect(answer.Entries).toHaveLength(6);
    expect(refused.length).toBe(answer.FailedEntryCount);
    expect(refused.length).toBeGreaterThan(0);
  });

  it("hands out messages in another order", async () => {
    const { sqs } = await under("reorder");
    const QueueUrl = await queueOf(sqs, "shuffled");
    for (let at = 0; at < 9; at++) await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: `${at}` }));
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
    const bodies = Messages.map(({ Body }) => Body);
    const sent = Array.from({ length: 9 }, (_, at) => `${at}`);
    expect(bodies).toHaveLength(sent.length);
    expect(new Set(bodies)).toEqual(new Set(sent));
    expect(bodies).not.toEqual(sent);
  });

  it("sends a mail and loses the answer", async () => {
    const { mail } = await under("lostAnswer");
    const Content = { Simple: { Subject: { Data: "Lost" }, Body: { Text: { Data: "t" } } } };
    const sending = new SendEmailCommand({
      FromEmailAddress: "a@x.example",
      Destination: { ToAddresses: ["b@x.example"] },
      Content,
    });
    expect(await failureOf(mail.send(sending))).toMatchObject({ code: "ECONNRESET" });
    expect(engines.mail.listMails().map(({ subject }) => subject)).toEqual(["Lost"]);
  });
});

describe("files", () => {
  it("slows down in S3's words, and breaks off in the middle of a file", async () => {
    const slow = await under("throttle");
    expect(await failureOf(slow.s3.send(new PutObjectCommand({ Bucket: "b", Key: "k", Body: "x" })))).toMatchObject({
      name: "SlowDown",
    });
    const cut = await under("cutAnswer");
    await cut.s3.send(new PutObjectCommand({ Bucket: "b", Key: "k", Body: "x".repeat(1_000) }));
    const { Body } = await cut.s3.send(new GetObjectCommand({ Bucket: "b", Key: "k" }));
    expect(await failureOf(Body?.transformToString() ?? Promise.resolve())).toMatchObject({ code: "ECONNRESET" });
  });
});

describe("deliveries", () => {
  it.each([
    [
      "duplicate",
      [
        ["1", "2", "3", "4", "5"],
        ["1", "2", "3", "4", "5"],
      ],
      "fine",
    ],
    ["lostAnswer", [["1", "2", "3", "4", "5"]], "failed"],
  ] as const)("%s", async (fault, expected, outcome) => {
    const seen: unknown[] = [];
    const target = {
      name: "consumer",
      timeoutSeconds: 1,
      invoke: async (event: unknown) => void seen.push((event as { Records: string[] }).Records),
      warm: () => undefined,
      close: async () => undefined,
    };
    const records = ["1", "2", "3", "4", "5"];
    const result = delivered(target, "queue", new Fates(1, 1, [fault])).invoke({ Records: records });
    expect(
      await result.then(
        () => "fine",
        () => "failed",
      ),
    ).toBe(outcome);
    expect(seen).toEqual(expected);
  });

  it("a queue's records come in another order, a stream's never", async () => {
    const orders = async (source: "queue" | "stream") => {
      const seen: string[] = [];
      const target = {
        name: "consumer",
        timeoutSeconds: 1,
        invoke: async (event: unknown) => void seen.push((event as { Records: string[] }).Records.join("")),
        warm: () => undefined,
        close: async () => undefined,
      };
      const fates = new Fates(2, 1, ["reorder"]);
      for (let at = 0; at < 5; at++) await delivered(target, source, fates).invoke({ Records: [..."123456"] });
      return seen;
    };
    expect(new Set(await orders("stream"))).toEqual(new Set(["123456"]));
    expect(new Set(await orders("queue")).size).toBeGreaterThan(2);
  });
});

it("a seed decides everything: the same again, another otherwise, and kinds do not move each other", () => {
  const weights = { throttle: 1, reset: 1, lostAnswer: 1 };
  const run = (seed: number, between: () => void = () => undefined) => {
    const fates = new Fates(seed, 0.5);
    return Array.from({ length: 40 }, () => {
      between();
      const fate = fates.next("a", weights);
      return fate ? `${fate.fault} ${fate.draw("how long")}` : "fine";
    });
  };
  const busy = new Fates(1, 0.5);
  expect(run(1)).toEqual(run(1, () => void busy.next("b", weights)));
  expect(run(1)).not.toEqual(run(2));
  expect(new Set(run(1)).size).toBeGreaterThan(10);
});
