import {
  ListDeadLetterSourceQueuesCommand,
  ListMessageMoveTasksCommand,
  SendMessageCommand,
  StartMessageMoveTaskCommand,
} from "@aws-sdk/client-sqs";
import { expect, test } from "vitest";
import { engineFixture } from "../engines.fixture.ts";

const { sqs, clock, createQueue, receive, bodies } = await engineFixture();

async function queueWithDeadLetters(maxReceiveCount: number, fifo: Record<string, string> = {}) {
  const dead = await createQueue(fifo);
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: dead.arn, maxReceiveCount });
  const queue = await createQueue({ ...fifo, VisibilityTimeout: "1", RedrivePolicy });
  return { dead, queue };
}

const send = (queue: { url: string }, MessageBody: string, more: object = {}) =>
  sqs.send(new SendMessageCommand({ QueueUrl: queue.url, MessageBody, ...more }));

const policy = (deadLetterTargetArn: string) => ({
  RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 3 }),
});

async function failUntilDead(queue: { url: string }, times: number) {
  for (let attempt = 0; attempt < times; attempt++) {
    await receive(queue);
    clock.advanceBy(1_000);
  }
}

test("a message goes to the dead letters after maxReceiveCount receives, with its origin", async () => {
  const { dead, queue } = await queueWithDeadLetters(2);
  const { MessageId } = await send(queue, "poison");
  await failUntilDead(queue, 2);
  expect(await bodies(dead)).toEqual([]);
  expect(await bodies(queue)).toEqual([]);
  const [letter] = await receive(dead);
  expect(letter).toMatchObject({ MessageId, Body: "poison" });
  expect(letter?.Attributes?.["DeadLetterQueueSourceArn"]).toBe(queue.arn);
});

test("good messages behind a poisoned one are received in the same call", async () => {
  const { queue } = await queueWithDeadLetters(1);
  await send(queue, "poison");
  await failUntilDead(queue, 1);
  await send(queue, "good");
  expect(await bodies(queue)).toEqual(["good"]);
});

test("a FIFO group goes on once its poisoned message is out of the way", async () => {
  const { dead, queue } = await queueWithDeadLetters(1, { FifoQueue: "true" });
  await send(queue, "poison", { MessageGroupId: "g", MessageDeduplicationId: "1" });
  await failUntilDead(queue, 1);
  await send(queue, "next", { MessageGroupId: "g", MessageDeduplicationId: "2" });
  expect(await bodies(queue)).toEqual(["next"]);
  expect(await bodies(dead)).toEqual(["poison"]);
});

test("a move task redrives dead letters to where they came from, or to a given queue, and starts their count anew", async () => {
  const { dead, queue } = await queueWithDeadLetters(1);
  await send(queue, "poison");
  await failUntilDead(queue, 1);
  await bodies(queue);
  await receive(dead, { visibility: 1 });
  clock.advanceBy(1_000);

  const { TaskHandle } = await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: dead.arn }));
  expect(TaskHandle).toBeTruthy();
  const [back] = await receive(queue);
  expect([back?.Body, back?.Attributes?.["ApproximateReceiveCount"]]).toEqual(["poison", "1"]);

  clock.advanceBy(1_000);
  await bodies(queue);
  const other = await createQueue();
  await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: dead.arn, DestinationArn: other.arn }));
  expect(await bodies(other)).toEqual(["poison"]);

  const { Results } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn: dead.arn, MaxResults: 10 }));
  expect(Results?.map((task) => [task.Status, task.DestinationArn, task.ApproximateNumberOfMessagesMoved])).toEqual([
    ["COMPLETED", other.arn, 1],
    ["COMPLETED", undefined, 1],
  ]);
});

test("a move task needs a dead-letter queue and messages that know their origin", async () => {
  const { dead, queue } = await queueWithDeadLetters(1);
  await expect(sqs.send(new StartMessageMoveTaskCommand({ SourceArn: queue.arn }))).rejects.toMatchObject({
    Code: "InvalidParameterValue",
  });
  await expect(sqs.send(new StartMessageMoveTaskCommand({ SourceArn: `${dead.arn}-missing` }))).rejects.toMatchObject({
    name: "ResourceNotFoundException",
  });
  await send(dead, "sent here by hand");
  await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: dead.arn }));
  const { Results } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn: dead.arn }));
  expect(Results?.[0]).toMatchObject({ Status: "FAILED", FailureReason: "CouldNotDetermineMessageSource" });
  expect(await bodies(dead)).toEqual(["sent here by hand"]);
});

test("a dead-letter queue must exist and be of the same type", async () => {
  const dead = await createQueue();
  for (const attributes of [policy(`${dead.arn}-missing`), { ...policy(dead.arn), FifoQueue: "true" }]) {
    await expect(createQueue(attributes)).rejects.toMatchObject({ Code: "InvalidParameterValue" });
  }
});

test("a dead-letter queue lists the queues that feed it", async () => {
  const { dead, queue } = await queueWithDeadLetters(3);
  const { queueUrls } = await sqs.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl: dead.url }));
  expect(queueUrls).toEqual([queue.url]);
});
