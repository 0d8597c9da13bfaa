import {
  CreateEventBusCommand,
  DeleteRuleCommand,
  DescribeRuleCommand,
  DisableRuleCommand,
  EnableRuleCommand,
  ListRulesCommand,
  ListTargetsByRuleCommand,
  PutEventsCommand,
  PutRuleCommand,
  PutTargetsCommand,
  RemoveTargetsCommand,
  TestEventPatternCommand,
} from "@aws-sdk/client-eventbridge";
import type { PutEventsRequestEntry, Target } from "@aws-sdk/client-eventbridge";
import { DeleteQueueCommand } from "@aws-sdk/client-sqs";
import { expect, test, vi } from "vitest";
import { engineFixture } from "../engines.fixture.ts";

const invoked = vi.fn<(name: string, payload: string) => Promise<void>>(async () => {});
const { sqs, events, clock, createQueue, receive, bodies } = await engineFixture({
  invokeFunction: (name, payload) => invoked(name, payload),
});

let rules = 0;
/** A rule of its own source, with one target. */
async function ruleTo(target: Omit<Target, "Id">, pattern: object = {}) {
  const name = `rule-${++rules}`;
  const source = `kartis.${name}`;
  const EventPattern = JSON.stringify({ source: [source], ...pattern });
  const { RuleArn } = await events.send(new PutRuleCommand({ Name: name, EventPattern }));
  await events.send(new PutTargetsCommand({ Rule: name, Targets: [{ Id: "t", ...target }] }));
  const put = (Detail: object, more: Partial<PutEventsRequestEntry> = {}) =>
    events.send(
      new PutEventsCommand({ Entries: [{ Source: source, DetailType: "thing.done", Detail: JSON.stringify(Detail), ...more }] }),
    );
  return { name, source, arn: RuleArn, put };
}

test("a matching event reaches the queue in AWS's envelope, another does not", async () => {
  const queue = await createQueue();
  const rule = await ruleTo({ Arn: queue.arn }, { detail: { kind: ["card"] } });
  await rule.put({ kind: "other" });
  const { Entries } = await rule.put(
    { kind: "card", n: 1 },
    { Resources: ["org/1"], Time: new Date("2026-01-02T03:04:05.678Z"), DetailType: "card.created" },
  );
  expect((await bodies(queue)).map((body) => JSON.parse(body))).toEqual([
    {
      version: "0",
      id: Entries?.[0]?.EventId,
      "detail-type": "card.created",
      source: rule.source,
      account: "000000000000",
      time: "2026-01-02T03:04:05Z",
      region: "us-east-1",
      resources: ["org/1"],
      detail: { kind: "card", n: 1 },
    },
  ]);
});

test("each entry is judged by itself", async () => {
  const queue = await createQueue();
  const { source } = await ruleTo({ Arn: queue.arn });
  const entry = { Source: source, DetailType: "d", Detail: "{}" };
  const { FailedEntryCount, Entries } = await events.send(
    new PutEventsCommand({
      Entries: [
        entry,
        { ...entry, Detail: "{nope" },
        { ...entry, Detail: "[1]" },
        { ...entry, Source: "" },
        { ...entry, Source: "aws.s3" },
        entry,
      ],
    }),
  );
  expect(FailedEntryCount).toBe(4);
  expect(Entries?.map(({ ErrorCode }) => ErrorCode)).toEqual([
    undefined,
    "MalformedDetail",
    "MalformedDetail",
    "InvalidArgument",
    "NotAuthorizedForSourceException",
    undefined,
  ]);
  expect(await bodies(queue)).toHaveLength(2);
});

test("a request holds at most ten entries and one MB", async () => {
  const entry = { Source: "s", DetailType: "d", Detail: "{}" };
  await expect(events.send(new PutEventsCommand({ Entries: Array.from({ length: 11 }, () => entry) }))).rejects.toMatchObject({
    name: "ValidationException",
  });
  // Source and DetailType are one byte each, a given Time is fourteen.
  const detail = JSON.stringify({ x: "y".repeat(1_048_576 - 2 - 8) });
  expect((await events.send(new PutEventsCommand({ Entries: [{ ...entry, Detail: detail }] }))).FailedEntryCount).toBe(0);
  await expect(
    events.send(new PutEventsCommand({ Entries: [{ ...entry, Detail: detail, Time: new Date() }] })),
  ).rejects.toMatchObject({ name: "ValidationException" });
});

test("targets get what they asked for", async () => {
  const [whole, part] = [await createQueue(), await createQueue({ FifoQueue: "true", ContentBasedDeduplication: "true" })];
  const rule = await ruleTo({
    Arn: whole.arn,
    InputTransformer: { InputPathsMap: { who: "$.detail.who" }, InputTemplate: '{"hello": <who>}' },
  });
  await events.send(
    new PutTargetsCommand({
      Rule: rule.name,
      Targets: [{ Id: "fifo", Arn: part.arn, InputPath: "$.detail", SqsParameters: { MessageGroupId: "g" } }],
    }),
  );
  await rule.put({ who: "דנה" });
  expect(await bodies(whole)).toEqual(['{"hello": "דנה"}']);
  const [message] = await receive(part);
  expect([message?.Body, message?.Attributes?.["MessageGroupId"]]).toEqual(['{"who":"דנה"}', "g"]);
});

test("a message group is taken from the event; an event without one has no group", async () => {
  const queue = await createQueue();
  const rule = await ruleTo({ Arn: queue.arn, SqsParameters: { MessageGroupId: "$.detail.tenant" } });
  await rule.put({ tenant: "t1" });
  await rule.put({ tenant: null });
  const groups = (await receive(queue)).map(({ Attributes }) => Attributes?.["MessageGroupId"]);
  expect(new Set(groups)).toEqual(new Set(["t1", undefined]));
});

test("an event of a group that SQS would refuse becomes a dead letter that says why; those after it arrive", async () => {
  const [queue, dead] = [await createQueue(), await createQueue()];
  const rule = await ruleTo({
    Arn: queue.arn,
    SqsParameters: { MessageGroupId: "$.detail.tenant" },
    DeadLetterConfig: { Arn: dead.arn },
    RetryPolicy: { MaximumRetryAttempts: 0 },
  });
  for (const tenant of ["t".repeat(129), "a b", "ארגון", "t1"]) await rule.put({ tenant });
  expect((await receive(queue)).map(({ Attributes }) => Attributes?.["MessageGroupId"])).toEqual(["t1"]);
  const letters = await receive(dead);
  expect(letters.map(({ MessageAttributes }) => MessageAttributes?.["ERROR_MESSAGE"]?.StringValue)).toEqual(
    Array.from({ length: 3 }, () => expect.stringContaining("MessageGroupId")),
  );
});

test("an event whose queue is gone becomes a dead letter that says why", async () => {
  const [queue, dead] = [await createQueue(), await createQueue()];
  const rule = await ruleTo({ Arn: queue.arn, DeadLetterConfig: { Arn: dead.arn } });
  await sqs.send(new DeleteQueueCommand({ QueueUrl: queue.url }));
  await rule.put({ n: 1 });
  const [letter] = await receive(dead);
  expect(JSON.parse(letter?.Body ?? "{}").detail).toEqual({ n: 1 });
  const attributes = Object.entries(letter?.MessageAttributes ?? {}).map(([name, { StringValue }]) => [name, StringValue]);
  expect(Object.fromEntries(attributes)).toMatchObject({ RULE_ARN: rule.arn, TARGET_ARN: queue.arn, ERROR_CODE: "NO_RESOURCE" });
});

test("a function is invoked until it succeeds, or as often as the policy allows", async () => {
  const dead = await createQueue();
  const rule = await ruleTo({
    Arn: "arn:aws:lambda:us-east-1:000000000000:function:on-thing",
    RetryPolicy: { MaximumRetryAttempts: 1, MaximumEventAgeInSeconds: 3600 },
    DeadLetterConfig: { Arn: dead.arn },
  });
  invoked.mockRejectedValueOnce(new Error("cold"));
  await rule.put({ n: 1 });
  await vi.waitFor(() => {
    clock.advanceBy(1_000);
    expect(invoked).toHaveBeenCalledTimes(2);
  });
  expect(invoked.mock.calls.map(([name, payload]) => [name, JSON.parse(payload).detail])).toEqual([
    ["on-thing", { n: 1 }],
    ["on-thing", { n: 1 }],
  ]);
  expect(await bodies(dead)).toEqual([]);

  invoked.mockRejectedValueOnce(new Error("broken")).mockRejectedValueOnce(new Error("still broken"));
  await rule.put({ n: 2 });
  const letter = await vi.waitFor(async () => {
    clock.advanceBy(1_000);
    const [message] = await receive(dead);
    if (!message) throw new Error("no dead letter yet");
    return message;
  });
  expect(letter.MessageAttributes?.["ERROR_MESSAGE"]?.StringValue).toBe("still broken");
  expect(letter.MessageAttributes?.["EXHAUSTED_RETRY_CONDITION"]?.StringValue).toBe("MaximumRetryAttempts");
});

test("a rule can be disabled, enabled, emptied and deleted", async () => {
  const queue = await createQueue();
  const rule = await ruleTo({ Arn: queue.arn });
  await events.send(new DisableRuleCommand({ Name: rule.name }));
  expect((await events.send(new DescribeRuleCommand({ Name: rule.name }))).State).toBe("DISABLED");
  await rule.put({ n: 1 });
  await events.send(new EnableRuleCommand({ Name: rule.name }));
  await rule.put({ n: 2 });
  expect((await bodies(queue)).map((body) => JSON.parse(body).detail.n)).toEqual([2]);

  await expect(events.send(new DeleteRuleCommand({ Name: rule.name }))).rejects.toMatchObject({ name: "ValidationException" });
  await events.send(new RemoveTargetsCommand({ Rule: rule.name, Ids: ["t"] }));
  expect((await events.send(new ListTargetsByRuleCommand({ Rule: rule.name }))).Targets).toEqual([]);
  await events.send(new DeleteRuleCommand({ Name: rule.name }));
  await expect(events.send(new DescribeRuleCommand({ Name: rule.name }))).rejects.toMatchObject({
    name: "ResourceNotFoundException",
  });
});

test("buses keep their rules and events apart", async () => {
  await events.send(new CreateEventBusCommand({ Name: "second" }));
  const queue = await createQueue();
  const rule = { Name: "on-second", EventBusName: "second" };
  await events.send(new PutRuleCommand({ ...rule, EventPattern: '{"source":["s"]}' }));
  await events.send(new PutTargetsCommand({ Rule: "on-second", EventBusName: "second", Targets: [{ Id: "t", Arn: queue.arn }] }));
  const entry = { Source: "s", DetailType: "d", Detail: "{}" };
  await events.send(
    new PutEventsCommand({
      Entries: [
        entry,
        { ...entry, EventBusName: "second" },
        { ...entry, EventBusName: "arn:aws:events:us-east-1:000000000000:event-bus/second" },
      ],
    }),
  );
  expect(await bodies(queue)).toHaveLength(2);
  const { Rules } = await events.send(new ListRulesCommand({ EventBusName: "second" }));
  expect(Rules?.map(({ Name }) => Name)).toEqual(["on-second"]);
  const { Entries } = await events.send(new PutEventsCommand({ Entries: [{ ...entry, EventBusName: "none" }] }));
  expect(Entries?.[0]?.ErrorCode).toBe("InvalidArgument");
});

test("a scheduled rule runs after each interval", async () => {
  const queue = await createQueue();
  await events.send(new PutRuleCommand({ Name: "every-five", ScheduleExpression: "rate(5 minutes)" }));
  await events.send(new PutTargetsCommand({ Rule: "every-five", Targets: [{ Id: "t", Arn: queue.arn }] }));
  expect(await bodies(queue)).toEqual([]);
  clock.advanceBy(10 * 60_000);
  const received = (await bodies(queue)).map((body) => JSON.parse(body));
  expect(received.map((event) => event["detail-type"])).toEqual(["Scheduled Event", "Scheduled Event"]);
  await events.send(new DisableRuleCommand({ Name: "every-five" }));
});

test("a pattern can be tested, and an invalid one is refused", async () => {
  const Event = JSON.stringify({ source: "s", detail: { n: 5 } });
  const check = (pattern: string) => events.send(new TestEventPatternCommand({ Event, EventPattern: pattern }));
  expect((await check('{"detail":{"n":[{"numeric":[">",4]}]}}')).Result).toBe(true);
  expect((await check('{"detail":{"n":[{"numeric":[">",5]}]}}')).Result).toBe(false);
  await expect(check('{"detail":"x"}')).rejects.toMatchObject({ name: "InvalidEventPatternException" });
  await expect(events.send(new PutRuleCommand({ Name: "bad", EventPattern: "{" }))).rejects.toMatchObject({
    name: "InvalidEventPatternException",
  });
});
