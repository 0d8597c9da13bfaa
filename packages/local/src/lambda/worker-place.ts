import { FunctionError, WorkerThread } from "./worker-thread.ts";
import type { Invocation, WorkerThreadOptions } from "./worker-thread.ts";
import type { LoadedFunction } from "./messages.ts";

export interface WorkerPlaceOptions extends WorkerThreadOptions {
  /** Ends the worker when nobody has needed it for this long. By default the worker stays. */
  readonly idleMs?: number | undefined;
}

/** A place for functions to run: a worker that is started when first needed, replaced if it dies, and ended when idle. */
export class WorkerPlace {
  readonly #options: WorkerPlaceOptions;
  readonly #onIdle: () => void;
  #live: WorkerThread | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `onIdle` is called when the worker has ended because it was idle. */
  constructor(options: WorkerPlaceOptions, onIdle: () => void = () => undefined) {
    this.#options = options;
    this.#onIdle = onIdle;
  }

  /** Loads a function's code now rather than at its first invocation. */
  warm(loaded: LoadedFunction): void {
    this.#worker().load(loaded);
  }

  /** @throws FunctionError */
  async invoke(invocation: Invocation): Promise<string | undefined> {
    const worker = this.#worker();
    clearTimeout(this.#idle);
    try {
      return await worker.invoke(invocation);
    } catch (error) {
      // The next invocation loads anew, as on Lambda. In a shared worker the others continue; the function leaves it.
      const isUnloadable = error instanceof FunctionError && error.errorType === "Runtime.ImportModuleError";
      if (isUnloadable && !this.#options.isShared) await worker.terminate();
      throw error;
    } finally {
      this.#endWhenIdle(worker);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    await this.#live?.terminate();
  }

  #worker(): WorkerThread {
    if (this.#isClosed) throw new FunctionError("Runtime.Closed", `${this.#options.name} is shutting down`);
    this.#live ??= new WorkerThread(this.#options, () => (this.#live = undefined));
    return this.#live;
  }

  #endWhenIdle(worker: WorkerThread): void {
    const { idleMs } = this.#options;
    if (idleMs === undefined || worker !== this.#live || !worker.isIdle) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (!worker.isIdle) return;
      void worker.terminate();
      this.#onIdle();
    }, idleMs).unref();
  }
}
