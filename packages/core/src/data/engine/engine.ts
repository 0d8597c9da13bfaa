import { env, findEnv } from "../../kernel/env.ts";
import { credentials } from "./credentials.ts";
import { type CancellationReason, EngineError } from "./engine-error.ts";
import { KeptConnections } from "./http.ts";
import { signed } from "./signature.ts";
import { answerOf, requestBody } from "./wire.ts";

/** Limits of a request: how long the engine may be silent, and a signal to abort it. */
export interface Patience {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * DynamoDB over its JSON protocol, for items. The SDK's client does the same in four times the CPU (a middleware stack, schemas and two walks over every item),
 * and it was the most expensive part of every request; a test holds that both send and understand the same.
 */
export class Engine {
  readonly #url: URL;
  readonly #region: string;
  readonly #connections: KeptConnections;

  /** Endpoint from the environment: `AWS_ENDPOINT_URL_DYNAMODB`, or the region's own. */
  constructor() {
    this.#region = env("AWS_REGION");
    const suffix = this.#region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
    this.#url = new URL(findEnv("AWS_ENDPOINT_URL_DYNAMODB") ?? `https://dynamodb.${this.#region}.${suffix}`);
    this.#connections = new KeptConnections(this.#url);
  }

  /**
   * One attempt at one request. `input` and the result are the document client's; throws EngineError for what the engine refused, and any connection error.
   * @param operation DynamoDB's own name: `GetItem`, `TransactWriteItems` …
   */
  async send(operation: string, input: object, patience: Patience): Promise<object> {
    const body = requestBody(input);
    const found = credentials();
    const headers = signed(
      {
        "content-type": "application/x-amz-json-1.0",
        host: this.#url.host,
        "x-amz-target": `DynamoDB_20120810.${operation}`,
      },
      body,
      this.#region,
      found instanceof Promise ? await found : found,
      Date.now(),
    );
    const { status, text } = await this.#connections.post(headers, body, patience);
    if (status === 200) return answerOf(parsed(text, status));
    throw errorOf(text, status);
  }
}

function errorOf(text: string, status: number): EngineError {
  const { __type: type, message, Message = message, CancellationReasons }: ErrorBody = parsed(text, status);
  const name = type?.slice(type.lastIndexOf("#") + 1) ?? "UnknownError";
  return new EngineError(name, Message ?? name, status, CancellationReasons);
}

interface ErrorBody {
  readonly __type?: string;
  readonly message?: string;
  readonly Message?: string;
  readonly CancellationReasons?: readonly CancellationReason[];
}

/** An answer that is not JSON comes from some machine in between: whatever its status says, the fate of the request is unknown. */
function parsed(text: string, status: number): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Thrown below, as for JSON that is not an object.
  }
  throw new EngineError("UnreadableAnswer", `The answer to status ${status} is no JSON object`, Math.max(status, 500));
}
