import { isRead } from "../dynamodb/reads.ts";
import { dynamodb, streams } from "./dynamodb.ts";
import type { Fault } from "./fault.ts";
import { Fates } from "./fates.ts";
import { startProxy } from "./proxy.ts";
import { events, isMail, rest, sqs } from "./queues.ts";
import { s3 } from "./s3.ts";
import type { Call, FaultyService } from "./service.ts";

export interface FaultsOptions {
  readonly seed: number;
  /** The share of all calls that meet a fault, from 0 to 1. */
  readonly rate?: number | undefined;
  /** Lets streamed answers arrive whole: their reader fails otherwise, and is run again by its queue, which a suite that calls it directly does not have. */
  readonly sparesStreams?: boolean | undefined;
  /** Leaves mail alone: one whose answer is lost waits for a person, which a suite that counts mails does not have. */
  readonly sparesMail?: boolean | undefined;
  /** No faults but these. */
  readonly only?: readonly Fault[] | undefined;
}

/** Endpoints of the engines, as configured in the SDK. */
export interface EngineEndpoints {
  readonly dynamodb: string;
  /** SQS, EventBridge, SES and the sockets' management API. */
  readonly engines: string;
  readonly s3: string;
}

export interface FaultTargets extends EngineEndpoints {
  /** Endpoint of the table's process for reads, if there is one. */
  readonly dynamodbReader?: string;
}

/** Engines that misbehave: proxies before the real ones, each call's fate decided by a seed. */
export interface Faults {
  readonly fates: Fates;
  readonly endpoints: EngineEndpoints;
  close(): Promise<void>;
}

const defaultRate = 0.12;

const byTarget: Readonly<Record<string, { name: string; service: FaultyService }>> = {
  DynamoDB_20120810: { name: "dynamodb", service: dynamodb },
  DynamoDBStreams_20120810: { name: "streams", service: streams },
  AmazonSQS: { name: "sqs", service: sqs },
  AWSEvents: { name: "events", service: events },
};

const serviceOf = ({ headers }: Call) =>
  byTarget[String(headers["x-amz-target"] ?? "").split(".")[0] ?? ""] ?? { name: "rest", service: rest };

const withoutMail = (call: Call) => {
  const found = serviceOf(call);
  const operationOf = (of: Call) => (isMail(of) ? undefined : found.service.operationOf(of));
  return { ...found, service: { ...found.service, operationOf } };
};

export async function startFaults(
  { seed, rate = defaultRate, only, sparesStreams = false, sparesMail = false }: FaultsOptions,
  targets: FaultTargets,
): Promise<Faults> {
  const fates = new Fates(seed, rate, only);
  const tableOf = ({ headers }: Call) =>
    (isRead(String(headers["x-amz-target"] ?? "")) && targets.dynamodbReader) || targets.dynamodb;
  const [atDynamodb, atEngines, atS3] = await Promise.all([
    startProxy({ targetOf: tableOf, serviceOf, fates, sparesStreams }),
    startProxy({
      targetOf: () => targets.engines,
      serviceOf: sparesMail ? withoutMail : serviceOf,
      fates,
      sparesStreams,
    }),
    startProxy({ targetOf: () => targets.s3, serviceOf: () => ({ name: "s3", service: s3 }), fates, sparesStreams }),
  ]);
  return {
    fates,
    endpoints: { dynamodb: atDynamodb.url, engines: atEngines.url, s3: atS3.url },
    close: async () => void (await Promise.all([atDynamodb.close(), atEngines.close(), atS3.close()])),
  };
}
