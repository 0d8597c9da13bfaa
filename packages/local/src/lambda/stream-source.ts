import { setTimeout as delay } from "node:timers/promises";
import type { EventPattern } from "@kartis/core/kernel/deployment.ts";
import { openWire } from "../dynamodb/wire.ts";
import type { DynamoWire } from "../dynamodb/wire.ts";
import { compilePattern } from "../eventbridge/pattern.ts";
import { isObject } from "../wire/http.ts";
import type { Checkpoints } from "./checkpoints.ts";
import type { LambdaFunction } from "./function.ts";
import { reportedFailures } from "./queue-source.ts";
import type { EventSource } from "./queue-source.ts";

export interface StreamSourceOptions {
  /** Endpoint of the DynamoDB engine, which serves its streams too. */
  readonly endpoint: string;
  readonly streamArn: string;
  readonly target: LambdaFunction;
  readonly batchSize: number;
  /** Records that do not match are skipped unseen. */
  readonly filter: EventPattern;
  readonly checkpoints: Checkpoints;
  /** Calls back when the table may have changed, so that a record does not wait for the next poll. Returns how to end that. */
  readonly onChange?: (listener: () => void) => () => void;
}

/**
 * Changes in quick succession are gathered for this long and passed on as one batch: an invocation costs more than most of what it does. A change after
 * a pause goes at once. On AWS the mapping does the same: it polls each shard four times a second.
 */
const gatherMs = 100;

/** Between polls of an idle stream; a change that `onChange` announces comes at once. */
const idlePollMs = 2_000;
/** After an announced change that is not visible yet: its transaction may be about to end. */
const awaitedPollMs = 50;
const streams = "DynamoDBStreams_20120810";
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
  const wire = openWire(options.endpoint);
  async function read(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const shards = await listShards(wire, options);
        await Promise.all(shards.map((shard) => readShard(wire, options, shard, stopping.signal)));
      } catch (error) {
        // A terminal's Ctrl-C reaches the engine too, and we may notice its end before the signal.
        await pause(firstRetryMs, stopping.signal);
        if (stopping.signal.aborted) return;
        console.error(`Reading the stream for ${options.target.name} failed and is tried again:`, error);
        await pause(longestRetryMs / 10, stopping.signal);
      }
    }
  }
  const polling = read();
  return {
    async stop() {
      stopping.abort();
      await polling;
      wire.close();
    },
  };
}

async function readShard(wire: DynamoWire, options: StreamSourceOptions, shard: string, signal: AbortSignal): Promise<void> {
  const { batchSize, checkpoints, target } = options;
  const changes = new Changes(options.onChange, signal);
  let iterator = await iteratorAfter(wire, options, shard, checkpoints.find(target.name, shard));
  let retryMs = firstRetryMs;
  while (!signal.aborted) {
    changes.expect();
    const { records, next } = await getRecords(wire, options, iterator);
    if (records.length === 0) {
      if (next !== undefined) iterator = next;
      await changes.wait();
      continue;
    }
    const began = performance.now();
    const done = await deliver(options, records);
    const lastDone = records[done - 1]?.sequenceNumber;
    if (lastDone !== undefined) checkpoints.put(target.name, shard, lastDone);
    if (done === records.length) {
      retryMs = firstRetryMs;
      iterator = next ?? (await iteratorAfter(wire, options, shard, lastDone));
      if (records.length < batchSize) await pause(gatherMs - (performance.now() - began), signal);
    } else {
      if (lastDone !== undefined) iterator = await iteratorAfter(wire, options, shard, lastDone);
      await pause(retryMs, signal);
      retryMs = Math.min(retryMs * 2, longestRetryMs);
    }
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}

/** Delivers the records. @returns how many from the start of the batch are done */
async function deliver({ target, streamArn, filter }: StreamSourceOptions, records: readonly StreamRecord[]): Promise<number> {
  const matches = compilePattern(filter);
  const wanted = records.filter(({ json }) => matches(json));
  if (wanted.length === 0) return records.length;
  try {
    const result = await target.invoke({ Records: wanted.map(({ json }) => ({ ...json, eventSourceARN: streamArn })) });
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
  #asksSoon = false;
  #wake: () => void = () => undefined;

  constructor(onChange: StreamSourceOptions["onChange"], signal: AbortSignal) {
    const announce = () => {
      this.#changed = true;
      this.#wake();
    };
    const end = onChange?.(announce);
    signal.addEventListener("abort", () => {
      end?.();
      announce();
    });
  }

  /** From here on, changes count. */
  expect(): void {
    this.#changed = false;
  }

  /** Waits until the next announcement, or until it is time to check without one. */
  async wait(): Promise<void> {
    if (!this.#changed) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, this.#asksSoon ? awaitedPollMs : idlePollMs);
      this.#wake = resolve;
      await promise;
      clearTimeout(timer);
    }
    this.#asksSoon = this.#changed;
  }
}

async function listShards(wire: DynamoWire, { streamArn }: StreamSourceOptions): Promise<string[]> {
  const { StreamDescription } = await wire.call(`${streams}.DescribeStream`, { StreamArn: streamArn });
  const shards: unknown = isObject(StreamDescription) ? StreamDescription["Shards"] : undefined;
  if (!Array.isArray(shards)) throw new Error(`${streamArn} has no shards`);
  return shards.map((shard: unknown) => String(isObject(shard) ? shard["ShardId"] : undefined));
}

async function iteratorAfter(
  wire: DynamoWire,
  { streamArn }: StreamSourceOptions,
  shard: string,
  sequenceNumber: string | undefined,
): Promise<string> {
  const position =
    sequenceNumber === undefined
      ? { ShardIteratorType: "TRIM_HORIZON" }
      : { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: sequenceNumber };
  const { ShardIterator } = await wire.call(`${streams}.GetShardIterator`, { StreamArn: streamArn, ShardId: shard, ...position });
  return String(ShardIterator);
}

async function getRecords(
  wire: DynamoWire,
  { batchSize }: StreamSourceOptions,
  iterator: string,
): Promise<{ records: StreamRecord[]; next: string | undefined }> {
  const { Records, NextShardIterator } = await wire.call(`${streams}.GetRecords`, { ShardIterator: iterator, Limit: batchSize });
  const records = (Array.isArray(Records) ? Records : []).map((json: unknown): StreamRecord => {
    const change = isObject(json) ? json["dynamodb"] : undefined;
    if (!isObject(json) || !isObject(change)) throw new Error("a stream record has no change");
    return { sequenceNumber: String(change["SequenceNumber"]), json };
  });
  return { records, next: typeof NextShardIterator === "string" ? NextShardIterator : undefined };
}
