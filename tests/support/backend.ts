import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { CreateQueueCommand, SQSClient } from "@aws-sdk/client-sqs";
import { tableSchema, timeToLiveAttribute } from "@kartis/core/data/table.ts";
import { createTable } from "@kartis/local/dynamodb/table.ts";
import { startDynamo } from "@kartis/local/dynamodb/dynamo.ts";
import { type Engines, startEngines } from "@kartis/local/engines.ts";
import { localCredentials } from "@kartis/local/local-credentials.ts";
import { startS3 } from "@kartis/local/s3/server.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The engines that a domain's test needs, each its own, on data that is thrown away. */
export interface Backend {
  readonly engines: Engines;
  /** Of the database, for a second process. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts DynamoDB, SQS, EventBridge, SES and S3 and points the environment of this process at them, as a Lambda's would be. */
export async function startBackend(): Promise<Backend> {
  const dataDir = await mkdtemp(join(tmpdir(), "kartis-test-"));
  const [dynamo, engines, s3] = await Promise.all([startDynamo({}), startEngines({ dataDir: ":memory:" }), startS3({ dataDir })]);
  const environment = {
    STAGE: "local",
    PUBLIC_ORIGIN: "http://localhost:3000",
    TABLE_NAME: "kartis",
    BUS_NAME: "kartis",
    DATA_BUCKET: "kartis-data",
    SUPPORT_EMAIL: "support@kartis.localhost",
    SECRETS_KEY: "a key for tests alone",
    MAIL_FROM: "Kartis <no-reply@kartis.localhost>",
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: dynamo.endpoint,
    AWS_ENDPOINT_URL_SQS: engines.url,
    AWS_ENDPOINT_URL_EVENTBRIDGE: engines.url,
    AWS_ENDPOINT_URL_SCHEDULER: engines.url,
    AWS_ENDPOINT_URL_SESV2: engines.url,
    AWS_ENDPOINT_URL_S3: s3.endpoint,
  };
  Object.assign(process.env, environment);
  await createTable(new DynamoDBClient({}), { tableName: "kartis", schema: tableSchema, timeToLiveAttribute });
  s3.deployBucket("kartis-data", { corsOrigins: [environment.PUBLIC_ORIGIN], expire: [] });
  const { QueueUrl } = await new SQSClient({}).send(new CreateQueueCommand({ QueueName: "operations" }));
  Object.assign(process.env, { OPERATIONS_QUEUE_URL: QueueUrl });
  return {
    engines,
    environment,
    async close() {
      await Promise.all([dynamo.close(), engines.close(), s3.close()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
