import { SendMessageCommand, type SendMessageCommandInput, SQSClient } from "@aws-sdk/client-sqs";

let client: SQSClient | undefined;

/** Sends a message to a queue. Loaded when the first is sent: most calls send none, and need not wait for the SDK's code to be read. */
export async function sendMessage(message: SendMessageCommandInput): Promise<void> {
  client ??= new SQSClient({});
  await client.send(new SendMessageCommand(message));
}
