import { Worker } from "node:worker_threads";
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { FunctionSpec } from "@kartis/core/kernel/deployment.ts";
import { arn } from "../arns.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

/** The handler threw, its worker died or it ran out of time: what Lambda reports as a function error. */
export class FunctionError extends Error {
  override name = "FunctionError";
  readonly errorType: string;
  constructor(errorType: string, message: string) {
    super(message);
    this.errorType = errorType;
  }
}

export interface LambdaFunction {
  readonly name: string;
  readonly timeoutSeconds: number;
  /**
   * Runs the handler with a copy of `event`; resolves to a copy of its result. Both pass through JSON, as on Lambda.
   * @throws FunctionError
   */
  invoke(event: unknown): Promise<unknown>;
  /** Loads the code now rather than at the first invocation. */
  warm(): void;
  close(): Promise<void>;
}

export interface FunctionOptions {
  readonly spec: Pick<FunctionSpec, "name" | "memoryMb" | "timeoutSeconds">;
  /** The bundled module. */
  readonly path: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Whether one worker may have several invocations under way. Where not, they wait for each other. */
  readonly concurrent: boolean;
  /** Each line that the function writes to stdout or stderr. */
  readonly onLog?: (line: string) => void;
}

/** A worker that does not answer a ping this long after an invocation timed out is stuck in synchronous code. */
const pingMs = 1_000;

interface Pending {
  readonly settle: (outcome: { resultJson?: string } | { error: FunctionError }) => void;
}

/**
 * A Lambda function in a worker thread, started when first needed. If the worker dies, its invocations fail and the next one
 * gets a new worker.
 */
export function createFunction(options: FunctionOptions): LambdaFunction {
  const { spec } = options;
  let live: WorkerHandle | undefined;
  let closed = false;
  let queue: Promise<unknown> = Promise.resolve();

  const worker = (): WorkerHandle => {
    if (closed) throw new FunctionError("Runtime.Closed", `The function ${spec.name} is shutting down`);
    live ??= startWorker(options, () => (live = undefined));
    return live;
  };

  async function invokeNow(event: unknown): Promise<unknown> {
    const current = worker();
    const invocationId = randomUUID();
    const timeoutMs = spec.timeoutSeconds * 1_000;
    const { promise, resolve } = Promise.withResolvers<{ resultJson?: string } | { error: FunctionError }>();
    current.pending.set(invocationId, { settle: resolve });
    const timer = setTimeout(() => {
      resolve({ error: new FunctionError("Sandbox.Timedout", `Task timed out after ${spec.timeoutSeconds.toFixed(2)} seconds`) });
      void endIfStuck(current);
    }, timeoutMs);
    current.post({
      kind: "invoke",
      invocationId,
      eventJson: JSON.stringify(event) ?? "null",
      functionName: spec.name,
      functionArn: arn("lambda", `function:${spec.name}`),
      memoryMb: spec.memoryMb,
      deadlineMs: Date.now() + timeoutMs,
    });
    const outcome = await promise;
    clearTimeout(timer);
    current.pending.delete(invocationId);
    if ("error" in outcome) throw outcome.error;
    return outcome.resultJson === undefined ? null : JSON.parse(outcome.resultJson);
  }

  /** A worker with one invocation is ended, as Lambda ends a sandbox; a shared one only if it is stuck, for the sake of the others. */
  async function endIfStuck(current: WorkerHandle): Promise<void> {
    if (!options.concurrent || !(await current.answersWithin(pingMs))) await current.terminate();
  }

  return {
    name: spec.name,
    timeoutSeconds: spec.timeoutSeconds,
    warm: () => void worker(),
    async invoke(event) {
      if (options.concurrent) return invokeNow(event);
      const result = queue.then(() => invokeNow(event));
      queue = result.catch(() => undefined);
      return result;
    },
    async close() {
      closed = true;
      await live?.terminate();
    },
  };
}

interface WorkerHandle {
  readonly pending: Map<string, Pending>;
  post(message: ToWorker): void;
  answersWithin(milliseconds: number): Promise<boolean>;
  terminate(): Promise<void>;
}

function startWorker(options: FunctionOptions, onExit: () => void): WorkerHandle {
  const { spec } = options;
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    name: spec.name,
    workerData: options.path,
    env: { ...options.environment },
    // Vitest and the like must not leak their own flags into the function.
    execArgv: ["--enable-source-maps", "--disable-warning=ExperimentalWarning"],
    resourceLimits: { maxOldGenerationSizeMb: spec.memoryMb },
    stdout: true,
    stderr: true,
  });
  const pending = new Map<string, Pending>();
  let pong: (() => void) | undefined;
  let cause = new FunctionError("Runtime.ExitError", `The process of ${spec.name} exited before completing the request`);

  let forget = onExit;
  const leave = () => {
    forget();
    forget = () => undefined;
  };

  forward(worker.stdout, options.onLog);
  forward(worker.stderr, options.onLog);
  worker.on("message", (message: FromWorker) => {
    if (message.kind === "pong") {
      pong?.();
      return;
    }
    const settle = pending.get(message.invocationId)?.settle;
    if (message.kind === "result") settle?.(message.resultJson === undefined ? {} : { resultJson: message.resultJson });
    else if (message.kind === "error") settle?.({ error: new FunctionError(message.errorType, message.message) });
    else {
      settle?.({ error: new FunctionError("Runtime.ImportModuleError", message.message) });
      leave(); // the next invocation loads anew, as on Lambda
      void worker.terminate();
    }
  });
  worker.on("error", (error: unknown) => {
    cause = new FunctionError("Runtime.ExitError", error instanceof Error ? `${error.name}: ${error.message}` : String(error));
    options.onLog?.(`worker died: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  });
  worker.on("exit", () => {
    leave();
    for (const { settle } of pending.values()) settle({ error: cause });
  });

  return {
    pending,
    post: (message) => worker.postMessage(message),
    async answersWithin(milliseconds) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => resolve(false), milliseconds);
      pong = () => resolve(true);
      worker.postMessage({ kind: "ping" } satisfies ToWorker);
      const answered = await promise;
      clearTimeout(timer);
      return answered;
    },
    async terminate() {
      leave(); // at once: an invocation that comes now must not be given to a worker on its way out
      await worker.terminate();
    },
  };
}

function forward(stream: Readable, onLine: ((line: string) => void) | undefined): void {
  if (onLine === undefined) stream.resume();
  else createInterface({ input: stream }).on("line", onLine);
}
