import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  type ServiceInputTypes,
  type ServiceOutputTypes,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import type { SmithyResolvedConfiguration } from "@smithy/core/client";
import type { Command, HttpHandlerOptions } from "@smithy/types";
import { Engine } from "./engine/engine.ts";
import { asOneWrite, onceOnly } from "./engine/once.ts";
import { type EngineRequest, mayHappenTwice, withRepeats } from "./engine/repeat.ts";

/**
 * A connection left dead by a frozen Lambda answers nothing at all. Repeatable requests are soon tried on another one (a page of 1 MB takes a tenth of this)
 * and then with more patience, in case the engine is slow; a transaction waits for its answer.
 */
const firstTimeoutMs = 1_500;
const longTimeoutMs = 6_000;

/** The parts of the document client that we and ElectroDB use. */
interface Sends {
  send<I extends ServiceInputTypes, O extends ServiceOutputTypes>(
    command: DocumentCommand<I, O>,
    options?: { readonly abortSignal?: AbortSignal | undefined },
  ): Promise<O>;
}
type DocumentCommand<I extends ServiceInputTypes, O extends ServiceOutputTypes> = Command<
  ServiceInputTypes,
  I,
  ServiceOutputTypes,
  O,
  SmithyResolvedConfiguration<HttpHandlerOptions>
>;

const operations: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [GetCommand, "GetItem"],
  [BatchGetCommand, "BatchGetItem"],
  [QueryCommand, "Query"],
  [ScanCommand, "Scan"],
  [PutCommand, "PutItem"],
  [UpdateCommand, "UpdateItem"],
  [DeleteCommand, "DeleteItem"],
  [BatchWriteCommand, "BatchWriteItem"],
  [TransactWriteCommand, "TransactWriteItems"],
]);

let engine: Engine | undefined;

const repeating: Sends = {
  async send(command, { abortSignal } = {}) {
    const request = requestOf(command);
    if (request.operation === "TransactWriteItems") throw new Error("A transaction goes through commit() or writeUnjournalled()");
    const repeatable = mayHappenTwice(request) ? request : onceOnly(request);
    const timeoutMs = (tried: number) => Math.min(firstTimeoutMs * tried, longTimeoutMs);
    return withRepeats((tried) => asOneWrite(attempt(command, repeatable, timeoutMs(tried), abortSignal)), abortSignal);
  },
};
const once: Sends = {
  send: async (command, { abortSignal } = {}) => attempt(command, requestOf(command), longTimeoutMs, abortSignal),
};

/**
 * The process's connection for reads and for writes of single items. It repeats failed requests (`withRepeats`), and makes every write repeatable (`onceOnly`):
 * a condition never fails because of the write's own first attempt. ElectroDB's entities use it. It refuses transactions.
 */
export const documentClient = (): Sends => repeating;

/**
 * The connection for transactions, which never repeats: one that is repeated under the same journal id could land after readers have passed that id, so
 * `commit()` repeats with a new one. For commit.ts and unjournalled.ts alone.
 */
export const transactionClient = (): Sends => once;

function requestOf(command: { readonly input: object }): EngineRequest {
  const operation = operations.get(command.constructor);
  if (!operation) throw new Error(`Not an operation that Kartis uses: ${command.constructor.name}`);
  return { operation, input: command.input };
}

async function attempt<I extends ServiceInputTypes, O extends ServiceOutputTypes>(
  _: DocumentCommand<I, O>,
  { operation, input }: EngineRequest,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<O> {
  engine ??= new Engine();
  const sent = engine;
  const answer = await throughLayers({ operation, input }, () => sent.send(operation, input, { timeoutMs, signal }));
  return answer as O; // the command's type determines its operation's answer; a test compares with the SDK's client
}

/** Wraps each attempt of each request: it may fail, delay or lose it. */
export type Layer = <T>(request: EngineRequest, next: () => Promise<T>) => Promise<T>;

const layers = new Set<Layer>();

/**
 * Wraps every request of this process from now on, outside existing layers: tests make the engine fail with it, the benchmark counts units. Returns how to
 * remove it.
 */
export function aroundRequests(layer: Layer): () => void {
  layers.add(layer);
  return () => void layers.delete(layer);
}

function throughLayers<T>(request: EngineRequest, send: () => Promise<T>): Promise<T> {
  let next = send;
  for (const layer of layers) {
    const inner = next;
    next = () => layer(request, inner);
  }
  return next();
}
