import { setTimeout as delay } from "node:timers/promises";
import { localCredentials } from "../local-credentials.ts";
import { isObject } from "../wire/http.ts";
import type { Checkpoints } from "./checkpoints.ts";
import type { LambdaFunction } from "./function.ts";
import { reportedFailures } from "./queue-source.ts";
import type { EventSource } from "./queue-source.ts";

export interface StreamSourceOptions {
  /** Of the DynamoDB engine, which serves its streams too. */
  readonly endpoint: string;
  readonly streamArn: string;
  readonly target: LambdaFunction;
  readonly batchSize: number;
  readonly checkpoints: Checkpoints;
  /** Calls back when the table may have changed, so that a record does not wait for the next poll. Returns how to end that. */
  readonly onChange?: (listener: () => void) => () => void;
}

/** Between polls of an idle stream; a change that `onChange` announces comes at once. */
const idlePollMs = 250;
const firstRetryMs = 100;
const longestRetryMs = 30_000;

/** A record as the engine's JSON has it, which is also how Lambda's event has it. */
interface StreamRecord {
  readonly sequenceNumber: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/**
 * A DynamoDB stream event source mapping: records in order, from the oldest kept one at first. A batch that fails is tried
 * again, from its first failure on, until it succeeds; the next one waits.
 */
export function startStreamSource(options: StreamSourceOptions): EventSource {
  const stopping = new AbortController();
  async function read(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const shards = await listShards(options);
        await Promise.all(shards.map((shard) => readShard(options, shard, stopping.signal)));
      } catch (error) {
        if (stopping.signal.aborted) return;
        console.error(`Reading the stream for ${options.target.name} failed and is tried again:`, error);
        await delay(longestRetryMs / 10, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }
  const polling = read();
  return {
    async stop() {
      stopping.abort();
      await polling;
    },
  };
}

async function readShard(options: StreamSourceOptions, shard: string, signal: AbortSignal): Promise<void> {
  const { checkpoints, target } = options;
  const changes = new Changes(options.onChange, signal);
  const last = checkpoints.find(target.name, shard);
  let iterator = await iteratorAfter(options, shard, last);
  let retryMs = firstRetryMs;
  while (!signal.aborted) {
    changes.expect();
    const { records, next } = await getRecords(options, iterator);
    if (records.length === 0) {
      if (next !== undefined) iterator = next;
      await changes.wait(idlePollMs);
      continue;
    }
    const done = await deliver(options, records);
    const lastDone = records[done - 1]?.sequenceNumber;
    if (lastDone !== undefined) {
      checkpoints.put(target.name, shard, lastDone);
      iterator = await iteratorAfter(options, shard, lastDone);
    }
    if (done === records.length) retryMs = firstRetryMs;
    else {
      await delay(retryMs, undefined, { signal }).catch(() => undefined);
      retryMs = Math.min(retryMs * 2, longestRetryMs);
    }
  }
}

/** How many records from the start of the batch are done. */
async function deliver({ target, streamArn }: StreamSourceOptions, records: readonly StreamRecord[]): Promise<number> {
  try {
    const result = await target.invoke({ Records: records.map(({ json }) => ({ ...json, eventSourceARN: streamArn })) });
    const failures = reportedFailures(result);
    if (failures === undefined) return 0;
    const first = records.findIndex(({ sequenceNumber }) => failures.includes(sequenceNumber));
    return first === -1 ? (failures.length === 0 ? records.length : 0) : first;
  } catch {
    return 0; // the function has logged why
  }
}

/** Remembers a change that came between asking and waiting, so that none is slept over. */
class Changes {
  #changed = false;
  #wake: () => void = () => undefined;

  constructor(onChange: StreamSourceOptions["onChange"], signal: AbortSignal) {
    const end = onChange?.(() => {
      this.#changed = true;
      this.#wake();
    });
    signal.addEventListener("abort", () => {
      end?.();
      this.#changed = true;
      this.#wake();
    });
  }

  /** From here on, changes count. */
  expect(): void {
    this.#changed = false;
  }

  async wait(longestMs: number): Promise<void> {
    if (this.#changed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, longestMs);
    this.#wake = resolve;
    await promise;
    clearTimeout(timer);
  }
}

async function listShards({ endpoint, streamArn }: StreamSourceOptions): Promise<string[]> {
  const { StreamDescription } = await call(endpoint, "DescribeStream", { StreamArn: streamArn });
  const shards: unknown = isObject(StreamDescription) ? StreamDescription["Shards"] : undefined;
  if (!Array.isArray(shards)) throw new Error(`${streamArn} has no shards`);
  return shards.map((shard: unknown) => String(isObject(shard) ? shard["ShardId"] : undefined));
}

async function iteratorAfter(
  { endpoint, streamArn }: StreamSourceOptions,
  shard: string,
  sequenceNumber: string | undefined,
): Promise<string> {
  const position =
    sequenceNumber === undefined
      ? { ShardIteratorType: "TRIM_HORIZON" }
      : { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: sequenceNumber };
  const { ShardIterator } = await call(endpoint, "GetShardIterator", { StreamArn: streamArn, ShardId: shard, ...position });
  return String(ShardIterator);
}

async function getRecords(
  { endpoint, batchSize }: StreamSourceOptions,
  iterator: string,
): Promise<{ records: StreamRecord[]; next: string | undefined }> {
  const { Records, NextShardIterator } = await call(endpoint, "GetRecords", { ShardIterator: iterator, Limit: batchSize });
  const records = (Array.isArray(Records) ? Records : []).map((json: unknown): StreamRecord => {
    const change = isObject(json) ? json["dynamodb"] : undefined;
    if (!isObject(json) || !isObject(change)) throw new Error("a stream record has no change");
    return { sequenceNumber: String(change["SequenceNumber"]), json };
  });
  return { records, next: typeof NextShardIterator === "string" ? NextShardIterator : undefined };
}

/** Without the SDK: its client would turn every attribute into objects and us back into the JSON that Lambda passes on. */
async function call(endpoint: string, operation: string, input: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(endpoint, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": `DynamoDBStreams_20120810.${operation}`,
      // The engine wants to see a signature and does not check it.
      "x-amz-date": new Date().toISOString().replace(/[-:]|\.\d+/g, ""),
      authorization: `AWS4-HMAC-SHA256 Credential=${localCredentials.accessKeyId}/local, SignedHeaders=host, Signature=0`,
    },
    body: JSON.stringify(input),
  });
  const answer: unknown = await response.json();
  if (!response.ok || !isObject(answer)) throw new Error(`${operation}: ${JSON.stringify(answer)}`);
  return answer;
}
