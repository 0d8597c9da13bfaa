import type { TableCalls } from "./table-calls.ts";

/** Data that a worker starts with. */
export interface WorkerData {
  /** Whether several functions live in it, so that `process.env` and what is logged depend on whose code runs. */
  readonly isShared: boolean;
  /** Whether its thread yields to those that serve people's requests. */
  readonly isBackground: boolean;
  readonly tableCalls?: TableCalls | undefined;
}

/** A function as a worker knows it. */
export interface LoadedFunction {
  readonly name: string;
  /** The bundled module. */
  readonly path: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Messages between the main thread and a worker. Payloads are JSON text, because Lambda carries nothing else. */
export type ToWorker =
  | { readonly kind: "load"; readonly loaded: LoadedFunction }
  /** For a function that was already loaded. */
  | {
      readonly kind: "invoke";
      readonly invocationId: string;
      readonly eventJson: string;
      readonly functionName: string;
      readonly functionArn: string;
      readonly memoryMb: number;
      readonly timeoutMs: number;
    }
  | { readonly kind: "ping" };

export type FromWorker =
  /** The invocation's time runs from here: loading is not part of it, as on Lambda. */
  | { readonly kind: "began"; readonly invocationId: string }
  | { readonly kind: "result"; readonly invocationId: string; readonly resultJson: string | undefined }
  | { readonly kind: "error"; readonly invocationId: string; readonly errorType: string; readonly message: string }
  /** The code could not be loaded, so this worker will never be of use to the function. */
  | { readonly kind: "unloadable"; readonly invocationId: string; readonly message: string }
  | { readonly kind: "log"; readonly functionName: string; readonly text: string }
  | { readonly kind: "pong" };
