import { ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { env } from "../kernel/env.ts";
import { newId } from "../kernel/id.ts";
import { sendWork } from "./work-queue.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

it("an organization's single message is among the first, however many wait of another", async () => {
  const [busy, quiet] = [newId("org"), newId("org")];
  for (let at = 0; at < 300; at++) await sendWork("RUNS_QUEUE_URL", { orgId: busy });
  await sendWork("RUNS_QUEUE_URL", { orgId: quiet });
  const { Messages = [] } = await new SQSClient({}).send(
    new ReceiveMessageCommand({
      QueueUrl: env("RUNS_QUEUE_URL"),
      MaxNumberOfMessages: 10,
      MessageSystemAttributeNames: ["MessageGroupId"],
    }),
  );
  expect(Messages).toHaveLength(10);
  expect(Messages.map(({ Attributes }) => Attributes?.["MessageGroupId"])).toContain(quiet);
});
