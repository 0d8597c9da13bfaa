import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
} from "@aws-sdk/client-sqs";
import { describe, expect, test } from "vitest";
import { engineFixture } from "../engines.fixture.ts";

const { sqs, engines, clock, createQueue, receive, bodies } = await engineFixture();

const send = (queue: { url: string }, body: string, more: object = {}) =>
  sqs.send(new SendMessageCommand({ QueueUrl: queue.url, MessageBody: body, ...more }));

const createTwice = (seconds: string) =>
  sqs.send(new CreateQueueCommand({ QueueName: "twice", Attributes: { VisibilityTimeout: seconds } }));

const text = (StringValue: string) => ({ DataType: "String", StringValue });

describe("a queue", () => {
  test("is created twice with the same attributes, but not with others", async () => {
    const first = await createTwice("45");
    expect(first.QueueUrl).toBe(`${engines.url}/000000000000/twice`);
    expect((await createTwice("45")).QueueUrl).toBe(first.QueueUrl);
    await expect(createTwice("46")).rejects.toMatchObject({ name: "QueueNameExists" });
  });

  test("is found by name, listed by prefix, and gone when deleted", async () => {
    for (const name of ["listed-b", "listed-a", "other"]) await sqs.send(new CreateQueueCommand({ QueueName: name }));
    const { QueueUrls } = await sqs.send(new ListQueuesCommand({ QueueNamePrefix: "listed-" }));
    expect(QueueUrls?.map((url) => url.split("/").at(-1))).toEqual(["listed-a", "listed-b"]);
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: "listed-a" }));
    await sqs.send(new DeleteQueueCommand({ QueueUrl }));
    await expect(sqs.send(new GetQueueUrlCommand({ QueueName: "listed-a" }))).rejects.toMatchObject({
      name: "QueueDoesNotExist",
    });
  });

  test.each<[Record<string, string>, string]>([
    [{ VisibilityTimeout: "43201" }, "InvalidAttributeValue"],
    [{ DelaySeconds: "-1" }, "InvalidAttributeValue"],
    [{ Nonsense: "1" }, "InvalidAttributeName"],
    [{ ContentBasedDeduplication: "true" }, "InvalidAttributeName"],
  ])("refuses the attributes %o with %s", async (Attributes, name) => {
    await expect(sqs.send(new CreateQueueCommand({ QueueName: "refused", Attributes }))).rejects.toMatchObject({ name });
  });

  test("counts visible, in-flight and delayed messages", async () => {
    const queue = await createQueue();
    for (const body of ["a", "b", "c"]) await send(queue, body);
    await send(queue, "later", { DelaySeconds: 60 });
    await receive(queue, { max: 1 });
    const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl: queue.url, AttributeNames: ["All"] }));
    expect(Attributes).toMatchObject({
      QueueArn: queue.arn,
      ApproximateNumberOfMessages: "2",
      ApproximateNumberOfMessagesNotVisible: "1",
      ApproximateNumberOfMessagesDelayed: "1",
    });
  });
});

describe("a message", () => {
  test("arrives with its attributes and system attributes, whose digests the SDK verifies", async () => {
    const queue = await createQueue();
    const { MessageId } = await send(queue, "שלום 👋", {
      MessageAttributes: {
        kind: { DataType: "String", StringValue: "greeting" },
        bytes: { DataType: "Binary", BinaryValue: new Uint8Array([1, 2, 255]) },
      },
      MessageSystemAttributes: { AWSTraceHeader: { DataType: "String", StringValue: "Root=1-2-3" } },
      MessageGroupId: "tenant-1",
    });
    const [message] = await receive(queue);
    expect(message).toMatchObject({ MessageId, Body: "שלום 👋" });
    expect(message?.MessageAttributes?.["kind"]?.StringValue).toBe("greeting");
    expect([...(message?.MessageAttributes?.["bytes"]?.BinaryValue ?? [])]).toEqual([1, 2, 255]);
    expect(message?.Attributes).toMatchObject({
      ApproximateReceiveCount: "1",
      SentTimestamp: String(clock.now()),
      AWSTraceHeader: "Root=1-2-3",
      MessageGroupId: "tenant-1",
    });
  });

  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
  const kinds: Record<string, string>[] = [{}, { FifoQueue: "true", ContentBasedDeduplication: "true" }];
  const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
  test.each([punctuation, "0aZ".padEnd(128, "x")])(
    "has any group of up to 128 letters, digits and punctuation marks: %s",
    async (group) => {
      for (const kind of kinds) {
        const queue = await createQueue(kind);
        await send(queue, "in a group", { MessageGroupId: group });
        expect((await receive(queue)).map(({ Attributes }) => Attributes?.["MessageGroupId"])).toEqual([group]);
      }
    },
  );

  test.each(["", "x".repeat(129), "org 1", "org\t1", "ארגון", "é", "org\u007f"])(
    "of a group that SQS would refuse (%j) is refused",
    async (group) => {
      for (const kind of kinds) {
        const queue = await createQueue(kind);
        const named = { MessageGroupId: group };
        await expect(send(queue, "in no group", named)).rejects.toMatchObject({ name: "InvalidParameterValue" });
        const { Successful, Failed } = await sqs.send(
          new SendMessageBatchCommand({
            QueueUrl: queue.url,
            Entries: [
              { Id: "bad", MessageBody: "in no group", ...named },
              { Id: "good", MessageBody: "in a group", MessageGroupId: "g" },
            ],
          }),
        );
        expect(Successful?.map(({ Id }) => Id)).toEqual(["good"]);
        expect(Failed).toMatchObject([{ Id: "bad", SenderFault: true, Code: "InvalidParameterValue" }]);
        expect(await bodies(queue)).toEqual(["in a group"]);
      }
    },
  );

  test("carries only the attributes that the receiver asked for", async () => {
    const queue = await createQueue();
    await send(queue, "x", { MessageAttributes: { "a.one": text("1"), "a.two": text("2"), b: text("3") } });
    const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: queue.url, MessageAttributeNames: ["a.*"] }));
    expect(Object.keys(Messages?.[0]?.MessageAttributes ?? {})).toEqual(["a.one", "a.two"]);
    expect(Messages?.[0]?.Attributes).toBeUndefined();
  });

  test("is hidden until its visibility timeout ends, and counts its receives", async () => {
    const queue = await createQueue({ VisibilityTimeout: "30" });
    await send(queue, "job");
    await receive(queue);
    clock.advanceBy(29_999);
    expect(await receive(queue)).toEqual([]);
    clock.advanceBy(1);
    const [again] = await receive(queue);
    expect(again?.Attributes?.["ApproximateReceiveCount"]).toBe("2");
  });

  test("stays hidden as long as ChangeMessageVisibility says, or shows itself at once", async () => {
    const queue = await createQueue({ VisibilityTimeout: "30" });
    await send(queue, "job");
    const [held] = await receive(queue);
    const change = (VisibilityTimeout: number, ReceiptHandle = held?.ReceiptHandle) =>
      sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl: queue.url, ReceiptHandle, VisibilityTimeout }));
    await change(100);
    clock.advanceBy(60_000);
    expect(await bodies(queue)).toEqual([]);
    await change(0);
    await expect(change(10)).rejects.toMatchObject({ name: "MessageNotInflight" });
    expect(await bodies(queue)).toEqual(["job"]);
  });

  test("is gone once deleted, but a receipt from an earlier receive deletes nothing", async () => {
    const queue = await createQueue({ VisibilityTimeout: "5" });
    await send(queue, "job");
    const [first] = await receive(queue);
    clock.advanceBy(5_000);
    const [second] = await receive(queue);
    const remove = (ReceiptHandle: string | undefined) =>
      sqs.send(new DeleteMessageCommand({ QueueUrl: queue.url, ReceiptHandle }));
    await remove(first?.ReceiptHandle);
    clock.advanceBy(5_000);
    const [third] = await receive(queue);
    expect(third?.MessageId).toBe(second?.MessageId);
    await remove(third?.ReceiptHandle);
    clock.advanceBy(5_000);
    expect(await receive(queue)).toEqual([]);
  });

  test("waits out its own delay, or the queue's", async () => {
    const queue = await createQueue({ DelaySeconds: "10" });
    await send(queue, "queue's");
    await send(queue, "own", { DelaySeconds: 20 });
    await send(queue, "none", { DelaySeconds: 0 });
    expect(await bodies(queue)).toEqual(["none"]);
    clock.advanceBy(10_000);
    expect(await bodies(queue)).toEqual(["queue's"]);
    clock.advanceBy(10_000);
    expect(await bodies(queue)).toEqual(["own"]);
  });

  test("is forgotten after the retention period", async () => {
    const queue = await createQueue({ MessageRetentionPeriod: "60" });
    await send(queue, "old");
    clock.advanceBy(60_000);
    await send(queue, "fresh");
    expect(await bodies(queue)).toEqual(["fresh"]);
  });

  test("does not outlive a purge", async () => {
    const queue = await createQueue();
    await send(queue, "a");
    await sqs.send(new PurgeQueueCommand({ QueueUrl: queue.url }));
    expect(await bodies(queue)).toEqual([]);
  });

  test("that was held when the machine stopped is visible after releaseInFlight, a delayed one is not", async () => {
    const queue = await createQueue();
    await send(queue, "held");
    await send(queue, "delayed", { DelaySeconds: 60 });
    await receive(queue);
    engines.sqs.releaseInFlight();
    expect(await bodies(queue)).toEqual(["held"]);
  });
});

describe("long polling", () => {
  test("answers as soon as a message arrives", async () => {
    const queue = await createQueue();
    const polling = sqs.send(new ReceiveMessageCommand({ QueueUrl: queue.url, WaitTimeSeconds: 20 }));
    await send(queue, "arrived");
    expect((await polling).Messages?.[0]?.Body).toBe("arrived");
  });

  test("ends empty when its time is over", async () => {
    const queue = await createQueue({ ReceiveMessageWaitTimeSeconds: "20" });
    let answered = false;
    const polling = engines.sqs.receive(queue.name).finally(() => (answered = true));
    clock.advanceBy(19_999);
    await Promise.resolve();
    expect(answered).toBe(false);
    clock.advanceBy(1);
    expect(await polling).toEqual([]);
  });

  test("is woken by the end of a visibility timeout and of a delay", async () => {
    const queue = await createQueue({ VisibilityTimeout: "5" });
    await send(queue, "job");
    await receive(queue);
    const polling = engines.sqs.receive(queue.name, { waitSeconds: 20 });
    clock.advanceBy(5_000);
    expect((await polling)[0]?.body).toBe("job");
  });

  test("takes nothing for a client that went away", async () => {
    const queue = await createQueue();
    const client = new AbortController();
    const abandoned = engines.sqs.receive(queue.name, { waitSeconds: 20, signal: client.signal });
    client.abort();
    await send(queue, "kept");
    expect(await abandoned).toEqual([]);
    const [message] = await receive(queue);
    expect(message?.Attributes?.["ApproximateReceiveCount"]).toBe("1");
  });
});

describe("a batch", () => {
  test("reports each entry by its id, and the good ones take effect", async () => {
    const queue = await createQueue();
    const { Successful, Failed } = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: queue.url,
        Entries: [
          { Id: "good", MessageBody: "good" },
          { Id: "bad", MessageBody: "nul \u0000" },
          { Id: "late", MessageBody: "late", DelaySeconds: 901 },
        ],
      }),
    );
    expect(Successful?.map(({ Id }) => Id)).toEqual(["good"]);
    expect(Failed?.map(({ Id, Code }) => [Id, Code])).toEqual([
      ["bad", "InvalidMessageContents"],
      ["late", "InvalidParameterValue"],
    ]);
    const [message] = await receive(queue);
    const deleted = await sqs.send(
      new DeleteMessageBatchCommand({
        QueueUrl: queue.url,
        Entries: [
          { Id: "a", ReceiptHandle: message?.ReceiptHandle },
          { Id: "b", ReceiptHandle: "invented" },
        ],
      }),
    );
    expect(deleted.Successful?.map(({ Id }) => Id)).toEqual(["a"]);
    expect(deleted.Failed?.map(({ Code }) => Code)).toEqual(["ReceiptHandleIsInvalid"]);
  });

  test.each([
    [[], "EmptyBatchRequest"],
    [["a", "a"], "BatchEntryIdsNotDistinct"],
    [["not valid"], "InvalidBatchEntryId"],
    [["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"], "TooManyEntriesInBatchRequest"],
  ])("with the ids %o is refused: %s", async (ids, name) => {
    const queue = await createQueue();
    const Entries = ids.map((Id) => ({ Id, MessageBody: "x" }));
    await expect(sqs.send(new SendMessageBatchCommand({ QueueUrl: queue.url, Entries }))).rejects.toMatchObject({ name });
  });

  test("holds at most one MiB, as does a message", async () => {
    const queue = await createQueue();
    const half = "x".repeat(524_288);
    const batch = (second: string) =>
      sqs.send(
        new SendMessageBatchCommand({
          QueueUrl: queue.url,
          Entries: [
            { Id: "a", MessageBody: half },
            { Id: "b", MessageBody: second },
          ],
        }),
      );
    expect((await batch(half)).Successful).toHaveLength(2);
    await expect(batch(`${half}x`)).rejects.toMatchObject({ name: "BatchRequestTooLong" });
    await expect(send(queue, `${half}${half}x`)).rejects.toMatchObject({ Code: "InvalidParameterValue" });
  });
});

describe("errors", () => {
  test("of a queue that is not there", async () => {
    const queue = { url: `${engines.url}/000000000000/missing` };
    await expect(send(queue, "x")).rejects.toMatchObject({ name: "QueueDoesNotExist", $metadata: { httpStatusCode: 400 } });
    await expect(receive(queue)).rejects.toMatchObject({ name: "QueueDoesNotExist" });
  });

  test("of a receipt that the queue did not give", async () => {
    const [queue, other] = [await createQueue(), await createQueue()];
    await send(other, "x");
    const [foreign] = await receive(other);
    for (const ReceiptHandle of ["invented", foreign?.ReceiptHandle]) {
      await expect(sqs.send(new DeleteMessageCommand({ QueueUrl: queue.url, ReceiptHandle }))).rejects.toMatchObject({
        name: "ReceiptHandleIsInvalid",
      });
    }
  });

  test("of parameters out of bounds", async () => {
    const queue = await createQueue();
    const outOfBounds = [
      sqs.send(new ReceiveMessageCommand({ QueueUrl: queue.url, MaxNumberOfMessages: 11 })),
      sqs.send(new ReceiveMessageCommand({ QueueUrl: queue.url, WaitTimeSeconds: 21 })),
      send(queue, "x", { DelaySeconds: 901 }),
      send(queue, "x", { MessageDeduplicationId: "only on FIFO" }),
    ];
    for (const request of await Promise.allSettled(outOfBounds)) {
      expect(request).toMatchObject({ status: "rejected", reason: { Code: "InvalidParameterValue" } });
    }
    await expect(
      sqs.send(new SetQueueAttributesCommand({ QueueUrl: queue.url, Attributes: { DelaySeconds: "901" } })),
    ).rejects.toMatchObject({ name: "InvalidAttributeValue" });
  });
});

describe("a fair queue", () => {
  const put = async (queue: { url: string }, group: string | undefined, ...messages: string[]) => {
    for (const body of messages) await send(queue, body, group === undefined ? {} : { MessageGroupId: group });
  };

  test("lets groups take turns; messages without a group are one of their own", async () => {
    const queue = await createQueue();
    await put(queue, "a", "a1", "a2", "a3", "a4");
    await put(queue, undefined, "n1", "n2");
    await put(queue, "b", "b1");
    expect(await bodies(queue)).toEqual(["a1", "n1", "b1", "a2", "n2", "a3", "a4"]);
  });

  test("delivers first what belongs to groups with less in flight, until that is done", async () => {
    const queue = await createQueue({ VisibilityTimeout: "30" });
    await put(queue, "busy", "1", "2", "3", "4", "5");
    expect(await receive(queue, { max: 3 })).toHaveLength(3);
    await put(queue, "quiet", "q1", "q2");
    expect((await receive(queue, { max: 2 })).map(({ Body }) => Body)).toEqual(["q1", "q2"]);
    clock.advanceBy(30_000);
    expect(await bodies(queue)).toEqual(["4", "q1", "5", "q2", "1", "2", "3"]);
  });

  test("does not count messages that are merely delayed, or another queue's", async () => {
    const [queue, other] = [await createQueue(), await createQueue()];
    await send(queue, "later", { MessageGroupId: "a", DelaySeconds: 60 });
    await put(other, "a", "x", "y");
    await receive(other);
    await put(queue, "a", "a1");
    clock.advanceBy(1);
    await put(queue, "b", "b1");
    expect((await receive(queue, { max: 1 })).map(({ Body }) => Body)).toEqual(["a1"]);
  });
});
