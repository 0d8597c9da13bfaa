import type { IncomingHttpHeaders } from "node:http";
import type { Draw } from "./fates.ts";
import type { Fault, Weights } from "./fault.ts";

export interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A call that is passed on changed, and how its answer is amended. */
export interface Altered {
  readonly body: Buffer;
  answer(body: Buffer): Buffer;
}

/** Faults of one service. */
export interface FaultyService {
  /** Operation of the call; undefined if it is left alone. */
  operationOf(call: Call): string | undefined;
  weightsOf(operation: string, call: Call): Weights;
  /** True if the caller uses the answer as it streams in, and cannot request a part of it again. */
  isStreamed?(operation: string): boolean;
  /** Without an effect. */
  refuse(operation: string, fault: "throttle" | "conflict" | "expired", call: Call, draw: Draw): Reply;
  fail(): Reply;
  /** The call to pass on; undefined if the fault does not fit it (a batch of one). */
  alter(operation: string, fault: Fault, call: Call, draw: Draw): Altered | undefined;
}

const jsonHeaders = { "content-type": "application/x-amz-json-1.0" };

/** An error of AWS's JSON protocols. */
export function jsonError(status: number, type: string, more: Readonly<Record<string, unknown>> = {}): Reply {
  const body = { __type: type, message: `${type.split("#").at(-1)}, by the fault engine`, ...more };
  return {
    status,
    headers: { ...jsonHeaders, "x-amzn-errortype": type.split("#").at(-1) ?? type },
    body: Buffer.from(JSON.stringify(body)),
  };
}

export const unchanged = (answer: Buffer): Buffer => answer;
