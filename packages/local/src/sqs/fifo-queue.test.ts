import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
} from "@aws-sdk/client-sqs";
import type { Message } from "@aws-sdk/client-sqs";
import { expect, test } from "vitest";
import { engineFixture } from "../engines.fixture.ts";

const { sqs, engines, clock, createQueue, receive, bodies } = await engineFixture();

const fifo = { FifoQueue: "true", VisibilityTimeout: "30" };
let unique = 0;

const send = (queue: { url: string }, group: string, body: string, dedupe = `d-${++unique}`) =>
  sqs.send(
    new SendMessageCommand({ QueueUrl: queue.url, MessageBody: body, MessageGroupId: group, MessageDeduplicationId: dedupe }),
  );

const remove = (queue: { url: string }, message: Message | undefined) =>
  sqs.send(new DeleteMessageCommand({ QueueUrl: queue.url, ReceiptHandle: message?.ReceiptHandle }));

test("a group's messages leave in the order they came, with growing sequence numbers", async () => {
  const queue = await createQueue(fifo);
  const sent = [];
  for (const body of ["1", "2", "3", "4"]) sent.push((await send(queue, "g", body)).SequenceNumber ?? "");
  const received = await receive(queue);
  expect(received.map(({ Body }) => Body)).toEqual(["1", "2", "3", "4"]);
  expect(received.map(({ Attributes }) => Attributes?.["SequenceNumber"])).toEqual(sent);
  expect(sent.toSorted()).toEqual(sent);
  expect(sent[0]).toMatch(/^\d{20}$/);
});

test("one batch of a group is in flight at a time, other groups go on", async () => {
  const queue = await createQueue(fifo);
  await send(queue, "slow", "s1");
  await send(queue, "slow", "s2");
  const [held] = await receive(queue, { max: 1 });
  await send(queue, "quick", "q1");
  expect(await bodies(queue)).toEqual(["q1"]);
  await remove(queue, held);
  expect(await bodies(queue)).toEqual(["s2"]);
});

test("a message that comes back does so before those behind it", async () => {
  const queue = await createQueue(fifo);
  for (const body of ["1", "2", "3"]) await send(queue, "g", body);
  const [, second] = await receive(queue, { max: 2 });
  await sqs.send(
    new ChangeMessageVisibilityCommand({ QueueUrl: queue.url, ReceiptHandle: second?.ReceiptHandle, VisibilityTimeout: 0 }),
  );
  expect(await bodies(queue)).toEqual([]);
  clock.advanceBy(30_000);
  expect(await bodies(queue)).toEqual(["1", "2", "3"]);
});

test("a message that comes back waits for those behind it that are still held", async () => {
  const queue = await createQueue(fifo);
  for (const body of ["1", "2"]) await send(queue, "g", body);
  const [first] = await receive(queue, { max: 2 });
  await sqs.send(
    new ChangeMessageVisibilityCommand({ QueueUrl: queue.url, ReceiptHandle: first?.ReceiptHandle, VisibilityTimeout: 0 }),
  );
  expect(await bodies(queue)).toEqual([]);
});

test("nothing overtakes a delayed message of its group", async () => {
  const queue = await createQueue({ ...fifo, DelaySeconds: "10" });
  await send(queue, "g", "1");
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl: queue.url, Attributes: { DelaySeconds: "0" } }));
  await send(queue, "g", "2");
  expect(await bodies(queue)).toEqual([]);
  clock.advanceBy(10_000);
  expect(await bodies(queue)).toEqual(["1", "2"]);
});

test("deleting an in-flight message wakes a poll for the next one of the group", async () => {
  const queue = await createQueue(fifo);
  await send(queue, "g", "1");
  await send(queue, "g", "2");
  const [first] = await receive(queue, { max: 1 });
  const polling = engines.sqs.receive(queue.name, { waitSeconds: 20 });
  await remove(queue, first);
  expect((await polling).map(({ body }) => body)).toEqual(["2"]);
});

test("a duplicate within five minutes is acknowledged as the first one and not queued", async () => {
  const queue = await createQueue(fifo);
  const first = await send(queue, "g", "once", "same");
  clock.advanceBy(299_999);
  const second = await send(queue, "g", "again", "same");
  expect([second.MessageId, second.SequenceNumber]).toEqual([first.MessageId, first.SequenceNumber]);
  clock.advanceBy(1);
  await send(queue, "g", "later", "same");
  expect(await bodies(queue)).toEqual(["once", "later"]);
});

test("content-based deduplication looks at the body", async () => {
  const queue = await createQueue({ ...fifo, ContentBasedDeduplication: "true" });
  for (const MessageBody of ["a", "a", "b"]) {
    await sqs.send(new SendMessageCommand({ QueueUrl: queue.url, MessageBody, MessageGroupId: "g" }));
  }
  expect(await bodies(queue)).toEqual(["a", "b"]);
});

test("deduplication can be scoped to the group", async () => {
  const queue = await createQueue({ ...fifo, DeduplicationScope: "messageGroup", FifoThroughputLimit: "perMessageGroupId" });
  await send(queue, "g1", "first", "same");
  await send(queue, "g2", "second", "same");
  expect(await bodies(queue)).toEqual(["first", "second"]);
});

test("the rules of FIFO queues are enforced", async () => {
  const queue = await createQueue(fifo);
  const plain = { QueueUrl: queue.url, MessageBody: "x" };
  await expect(sqs.send(new SendMessageCommand(plain))).rejects.toMatchObject({ Code: "MissingParameter" });
  await expect(sqs.send(new SendMessageCommand({ ...plain, MessageGroupId: "g" }))).rejects.toMatchObject({
    Code: "InvalidParameterValue",
  });
  await expect(
    sqs.send(new SendMessageCommand({ ...plain, MessageGroupId: "g", MessageDeduplicationId: "d", DelaySeconds: 5 })),
  ).rejects.toMatchObject({ Code: "InvalidParameterValue" });
  await expect(sqs.send(new CreateQueueCommand({ QueueName: "x", Attributes: { FifoQueue: "true" } }))).rejects.toMatchObject({
    Code: "InvalidParameterValue",
  });
});
