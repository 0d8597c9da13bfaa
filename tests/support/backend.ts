import { CreateQueueCommand, SQSClient } from "@aws-sdk/client-sqs";
import { tableSchema, timeToLiveAttribute } from "@kartis/core/data/table.ts";
import { startDynamo } from "@kartis/local/dynamodb/dynamo.ts";
import { createTable } from "@kartis/local/dynamodb/table.ts";
import { openWire } from "@kartis/local/dynamodb/wire.ts";
import { type Engines, startEngines } from "@kartis/local/engines.ts";
import { startFaults } from "@kartis/local/faults/faults.ts";
import { localCredentials } from "@kartis/local/local-credentials.ts";
import { startS3 } from "@kartis/local/s3/server.ts";
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reportFaults } from "./faults.ts";

/** The engines that a domain's test needs, on data that is thrown away. */
export interface Backend {
  readonly engines: Engines;
  /** Environment of the database, for a second process. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

declare global {
  /** What test files share that run in one process, one after the other (`vitest.config.ts`): each has modules of its own, but one `globalThis`. */
  var kartisTestBackend: Promise<Shared> | undefined;
}

interface Shared extends Backend {
  readonly dataDir: string;
  /** Of the process, before any of its files has changed something of it. */
  readonly unchanged: Readonly<NodeJS.ProcessEnv>;
}

async function startShared(): Promise<Shared> {
  const backend = await startOwn();
  process.once("exit", () => rmSync(backend.dataDir, { recursive: true, force: true }));
  return { ...backend, unchanged: { ...process.env } };
}

/**
 * Starts DynamoDB, SQS, EventBridge, SES and S3 and points the environment of this process at them, as a Lambda's would be. Test files of one process go on with
 * those that are there, and with queues of their own: what others have left in the table belongs to other organizations.
 * With `KARTIS_FAULTS` they misbehave as that seed says (`npm run test:faults`).
 */
export async function startBackend(): Promise<Backend> {
  if (process.env["KARTIS_PROCESS"] !== "shared") return startOwn();
  const backend = await (globalThis.kartisTestBackend ??= startShared());
  // A file that ran before may have set where simulators listen, which have ended since.
  for (const name of Object.keys(process.env)) if (!(name in backend.unchanged)) delete process.env[name];
  Object.assign(process.env, backend.unchanged);
  Object.assign(process.env, await newQueues());
  return { ...backend, close: () => Promise.resolve() };
}

async function newQueues(): Promise<Readonly<Record<string, string>>> {
  const sqs = new SQSClient({});
  const urlOf = async (name: string) => {
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: `${name}-${randomUUID()}` }));
    return QueueUrl ?? "";
  };
  return {
    OPERATIONS_QUEUE_URL: await urlOf("operations"),
    REPLICAS_QUEUE_URL: await urlOf("replicas"),
    DELIVERIES_QUEUE_URL: await urlOf("deliveries"),
    RUNS_QUEUE_URL: await urlOf("runs"),
  };
}

async function startOwn(): Promise<Backend & { readonly dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), "kartis-test-"));
  const [dynamo, engines, s3] = await Promise.all([startDynamo({}), startEngines({ dataDir: ":memory:" }), startS3({ dataDir })]);
  const direct = { dynamodb: dynamo.endpoint, engines: engines.url, s3: s3.endpoint };
  const seed = process.env["KARTIS_FAULTS"];
  const faults = seed ? await startFaults({ seed: Number(seed), sparesStreams: true, sparesMail: true }, direct) : undefined;
  const endpoints = faults?.endpoints ?? direct;
  const environment = {
    STAGE: "local",
    PUBLIC_ORIGIN: "http://localhost:3000",
    TABLE_NAME: "kartis",
    BUS_NAME: "kartis",
    DATA_BUCKET: "kartis-data",
    SUPPORT_EMAIL: "support@kartis.localhost",
    SECRETS_KEY: "a key for tests alone",
    WEBHOOKS_LOCAL: "http://localhost:9/hooks",
    MAIL_FROM: "Kartis <no-reply@kartis.localhost>",
    REPLY_DOMAIN: "reply.kartis.localhost",
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_SQS: endpoints.engines,
    AWS_ENDPOINT_URL_EVENTBRIDGE: endpoints.engines,
    AWS_ENDPOINT_URL_SCHEDULER: endpoints.engines,
    AWS_ENDPOINT_URL_SESV2: endpoints.engines,
    AWS_ENDPOINT_URL_S3: endpoints.s3,
  };
  Object.assign(process.env, environment);
  faults?.fates.pause();
  // Not `ensureTable`, which would delete what is past its time: tests have clocks of their own.
  const wire = openWire(dynamo.endpoint);
  await createTable(wire, { tableName: "kartis", schema: tableSchema, timeToLiveAttribute });
  wire.close();
  s3.deployBucket("kartis-data", { corsOrigins: [environment.PUBLIC_ORIGIN], expire: [] });
  Object.assign(process.env, await newQueues());
  faults?.fates.resume();
  return {
    engines,
    environment,
    dataDir,
    async close() {
      await faults?.close();
      await Promise.all([dynamo.close(), engines.close(), s3.close()]);
      await rm(dataDir, { recursive: true, force: true });
      if (faults) reportFaults(faults.fates);
    },
  };
}
