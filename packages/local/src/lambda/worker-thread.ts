import { randomUUID } from "node:crypto";
import { Worker } from "node:worker_threads";
import { arn } from "../arns.ts";
import type { FromWorker, LoadedFunction, ToWorker, WorkerData } from "./messages.ts";
import type { TableCalls } from "./table-calls.ts";

/** The handler threw, its worker died or it ran out of time: what Lambda reports as a function error. */
export class FunctionError extends Error {
  override name = "FunctionError";
  readonly errorType: string;
  constructor(errorType: string, message: string) {
    super(message);
    this.errorType = errorType;
  }
}

/** The worker died during an invocation, whatever the cause. */
export class WorkerDied extends FunctionError {
  /** Whether the invocation that ended the worker may have been another function's. */
  readonly isAnothers: boolean;
  constructor(message: string, isAnothers: boolean) {
    super("Runtime.ExitError", message);
    this.isAnothers = isAnothers;
  }
}

export interface Invocation {
  readonly loaded: LoadedFunction;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly eventJson: string;
  /** Whether the worker may continue after this ran out of time, as long as it answers: it serves others' requests. */
  readonly outlivesTimeout: boolean;
}

export interface WorkerThreadOptions {
  readonly name: string;
  readonly isShared: boolean;
  /** Whether requests of people go first where they compete for the machine: on AWS nobody shares a function's CPU. */
  readonly isBackground?: boolean;
  /** Bounds the JavaScript heap. */
  readonly memoryMb: number;
  /** Bounds what was allocated lately and not looked through yet: small ones are looked through more often and keep less. */
  readonly youngMb: number;
  /** Environment of a worker with one function. */
  readonly environment: Readonly<Record<string, string>>;
  readonly tableCalls?: TableCalls | undefined;
  /** The bundled `worker.ts`: a worker that has to strip types keeps 11 MB for it. */
  readonly runtimePath?: string | undefined;
  readonly onLog: (functionName: string, text: string) => void;
}

/** Loading is not part of an invocation's time, but it must not take for ever. */
const longestLoadMs = 60_000;
/** A worker that does not answer a ping this long after an invocation timed out is stuck in synchronous code. */
const pingMs = 1_000;

interface Pending {
  readonly functionName: string;
  began(): void;
  settle(outcome: { resultJson?: string } | { error: FunctionError }): void;
}

/** One worker, until it ends. */
export class WorkerThread {
  readonly #worker: Worker;
  readonly #known = new Set<string>();
  readonly #pending = new Map<string, Pending>();
  readonly #onGone: () => void;
  #pong: (() => void) | undefined;
  #cause: string;
  #isEnded = false;

  /** `onGone` is called once, as soon as it is clear that the worker should get no further invocations. */
  constructor(options: WorkerThreadOptions, onGone: () => void) {
    this.#cause = `The process of ${options.name} exited before completing the request`;
    let isGone = false;
    this.#onGone = () => {
      if (!isGone) onGone();
      isGone = true;
    };
    const workerData: WorkerData = {
      isShared: options.isShared,
      isBackground: options.isBackground === true,
      tableCalls: options.tableCalls,
    };
    this.#worker = new Worker(options.runtimePath ?? new URL("./worker.ts", import.meta.url), {
      name: options.name,
      workerData,
      env: { ...options.environment },
      // Vitest and the like must not leak their own flags into the function.
      execArgv: ["--enable-source-maps", "--disable-warning=ExperimentalWarning"],
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb, maxYoungGenerationSizeMb: options.youngMb },
    });
    this.#worker.on("message", (message: FromWorker) => {
      if (message.kind === "log") options.onLog(message.functionName, message.text);
      else this.#hear(message);
    });
    this.#worker.on("error", (error: unknown) => {
      this.#cause = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      const text = `worker died: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`;
      for (const functionName of this.#functionsAtWork()) options.onLog(functionName, text);
    });
    this.#worker.on("exit", () => {
      this.#onGone();
      // Invocations still pending in a worker that was ended are not the ones it was ended for.
      const isAnothers = this.#isEnded || this.#functionsAtWork().size > 1;
      for (const pending of this.#pending.values()) pending.settle({ error: new WorkerDied(this.#cause, isAnothers) });
    });
  }

  get isIdle(): boolean {
    return this.#pending.size === 0;
  }

  load(loaded: LoadedFunction): void {
    if (this.#known.has(loaded.name)) return;
    this.#known.add(loaded.name);
    this.#post({ kind: "load", loaded });
  }

  /** Resolves to the result's JSON, undefined where the handler returned nothing. @throws FunctionError */
  async invoke(invocation: Invocation): Promise<string | undefined> {
    const { loaded, memoryMb, timeoutSeconds, eventJson } = invocation;
    this.load(loaded);
    const invocationId = randomUUID();
    const { promise, resolve } = Promise.withResolvers<{ resultJson?: string } | { error: FunctionError }>();
    const timeOut = () => {
      this.#pending.delete(invocationId);
      resolve({ error: new FunctionError("Sandbox.Timedout", `Task timed out after ${timeoutSeconds.toFixed(2)} seconds`) });
      void this.#endIfStuck(invocation);
    };
    let timer = setTimeout(timeOut, longestLoadMs);
    const began = () => {
      clearTimeout(timer);
      timer = setTimeout(timeOut, timeoutSeconds * 1_000);
    };
    this.#pending.set(invocationId, { functionName: loaded.name, began, settle: resolve });
    this.#post({
      kind: "invoke",
      invocationId,
      eventJson,
      functionName: loaded.name,
      functionArn: arn("lambda", `function:${loaded.name}`),
      memoryMb,
      timeoutMs: timeoutSeconds * 1_000,
    });
    const outcome = await promise;
    clearTimeout(timer);
    this.#pending.delete(invocationId);
    if ("error" in outcome) throw outcome.error;
    return outcome.resultJson;
  }

  async terminate(): Promise<void> {
    this.#isEnded = true;
    this.#onGone(); // at once: an invocation that comes now must not be given to a worker on its way out
    await this.#worker.terminate();
  }

  #functionsAtWork(): Set<string> {
    return new Set([...this.#pending.values()].map(({ functionName }) => functionName));
  }

  #hear(message: Exclude<FromWorker, { kind: "log" }>): void {
    if (message.kind === "pong") {
      this.#pong?.();
      return;
    }
    const pending = this.#pending.get(message.invocationId);
    if (message.kind === "began") pending?.began();
    else if (message.kind === "result")
      pending?.settle(message.resultJson === undefined ? {} : { resultJson: message.resultJson });
    else if (message.kind === "error") pending?.settle({ error: new FunctionError(message.errorType, message.message) });
    else pending?.settle({ error: new FunctionError("Runtime.ImportModuleError", message.message) });
  }

  async #endIfStuck({ outlivesTimeout }: Invocation): Promise<void> {
    if (!outlivesTimeout || !(await this.#answersWithin(pingMs))) await this.terminate();
  }

  async #answersWithin(milliseconds: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), milliseconds);
    this.#pong = () => resolve(true);
    this.#post({ kind: "ping" });
    const answered = await promise;
    clearTimeout(timer);
    return answered;
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }
}
