/** What passes between the main thread and a function's worker. Payloads are JSON text, because that is all Lambda carries. */
export type ToWorker =
  | {
      readonly kind: "invoke";
      readonly invocationId: string;
      readonly eventJson: string;
      readonly functionName: string;
      readonly functionArn: string;
      readonly memoryMb: number;
      readonly deadlineMs: number;
    }
  | { readonly kind: "ping" };

export type FromWorker =
  | { readonly kind: "result"; readonly invocationId: string; readonly resultJson: string | undefined }
  | { readonly kind: "error"; readonly invocationId: string; readonly errorType: string; readonly message: string }
  /** The code could not be loaded, so this worker will never be of use. */
  | { readonly kind: "unloadable"; readonly invocationId: string; readonly message: string }
  | { readonly kind: "pong" };
