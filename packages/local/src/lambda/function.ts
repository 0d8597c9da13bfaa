import type { FunctionSpec } from "@kartis/core/kernel/deployment.ts";
import { FunctionError, WorkerDied } from "./worker-thread.ts";
import type { Invocation, WorkerThreadOptions } from "./worker-thread.ts";
import { WorkerPlace } from "./worker-place.ts";

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
  /** Whether one worker may run several invocations at once. If not, they wait for each other. */
  readonly concurrent: boolean;
  /** A worker that it shares with others. Without one it has its own. */
  readonly shared?: WorkerPlace | undefined;
  /** Whether its own worker is kept while there are no calls. */
  readonly isKept?: boolean;
  /** Otherwise, how long it is kept, if not for half a minute. */
  readonly idleMs?: number | undefined;
  /** Worker options that are not set by the function itself. */
  readonly worker?: Pick<WorkerThreadOptions, "tableCalls" | "runtimePath">;
  /** Text that the function writes to stdout or stderr. */
  readonly onLog?: (text: string) => void;
}

/** A function's own worker ends when it has been idle for this long. Starting it again costs a third of a second. */
const idleMs = 30_000;
/** The api's lists make much that is needed for a moment only; the consumers work on a few records at a time. */
const youngMb = { concurrent: 16, otherwise: 8 };

/** Errors that end a worker, and with it the invocations of other functions. A function may do that to others only once. */
const endsWorkers = new Set(["Runtime.ExitError", "Runtime.ImportModuleError", "Sandbox.Timedout"]);

/**
 * A Lambda function in a worker thread. In a shared one it is as separate from the others as modules and environment make it. Invocations lost to a worker's
 * death are run again, each function in a worker of its own, so that only the one that caused the death fails; it returns to the shared worker afterwards.
 */
export function createFunction(options: FunctionOptions): LambdaFunction {
  const { spec, shared, concurrent } = options;
  let isApart = shared === undefined;
  const own = new WorkerPlace(
    {
      name: spec.name,
      isShared: false,
      memoryMb: spec.memoryMb,
      isBackground: !concurrent && shared === undefined,
      youngMb: concurrent ? youngMb.concurrent : youngMb.otherwise,
      environment: options.environment,
      ...options.worker,
      ...(options.isKept !== true && { idleMs: options.idleMs ?? idleMs }),
      onLog: (_, text) => options.onLog?.(text),
    },
    () => (isApart = shared === undefined),
  );
  const place = (): WorkerPlace => (isApart || shared === undefined ? own : shared);
  const loaded = { name: spec.name, path: options.path, environment: options.environment };
  let queue: Promise<unknown> = Promise.resolve();

  async function invokeNow(event: unknown): Promise<unknown> {
    const invocation: Invocation = {
      loaded,
      memoryMb: spec.memoryMb,
      timeoutSeconds: spec.timeoutSeconds,
      eventJson: JSON.stringify(event) ?? "null",
      outlivesTimeout: concurrent,
    };
    const resultJson = await runSomewhere(invocation);
    return resultJson === undefined ? null : JSON.parse(resultJson);
  }

  async function runSomewhere(invocation: Invocation): Promise<string | undefined> {
    const chosen = place();
    try {
      return await chosen.invoke(invocation);
    } catch (error) {
      if (chosen === own || !(error instanceof FunctionError)) throw error;
      if (endsWorkers.has(error.errorType)) isApart = true;
      if (!(error instanceof WorkerDied && error.isAnothers)) throw error;
      return own.invoke(invocation);
    }
  }

  return {
    name: spec.name,
    timeoutSeconds: spec.timeoutSeconds,
    warm: () => place().warm(loaded),
    async invoke(event) {
      if (concurrent) return invokeNow(event);
      const result = queue.then(() => invokeNow(event));
      queue = result.catch(() => undefined);
      return result;
    },
    close: () => own.close(),
  };
}
