/**
 * What a Lambda needs from the cloud, as data. `functions/functions.ts` and `events/subscriptions.ts` list them;
 * the CDK stacks and the local cloud both read those lists, so that neither can know a function the other does not.
 */

/** Each is one least-privilege grant and brings its own environment variables (see `environmentOf`). */
export type Resource =
  | "table:read"
  | "table:write"
  /** Reads all of the table and deletes by the batch: for organizations that are deleted. */
  | "table:erase"
  | "bus:put"
  | "data:read"
  | "data:write"
  | "data:delete"
  /** Deletes in every folder of the bucket. */
  | "data:erase"
  | "secrets:seal"
  | "mail:send"
  /** The payment provider of our own subscriptions. */
  | "checkout:call"
  | "sockets:post"
  | "sockets:close"
  | "operations:send"
  | "google:sign-in";

export interface FunctionSpec {
  /** Unique, kebab-case; names the Lambda, its log group and its alarms. */
  readonly name: string;
  /** Path of the module from the repository's root; it exports `handler`. */
  readonly entry: string;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly uses: readonly Resource[];
}

/** A Lambda that somebody outside calls. */
export interface CallableSpec extends FunctionSpec {
  readonly trigger:
    | {
        readonly kind: "http";
        /** API Gateway HTTP API route keys, e.g. `POST /api/trpc/{proxy+}`. */ readonly routes: readonly string[];
      }
    | { readonly kind: "websocket"; readonly routes: readonly ("$connect" | "$disconnect" | "$default")[] }
    | { readonly kind: "stream"; readonly batchSize: number }
    | { readonly kind: "schedule"; /** EventBridge Scheduler expression, e.g. `rate(1 hour)`. */ readonly expression: string };
}

/** A pattern over `{ source, "detail-type", detail }` in EventBridge's syntax. */
export type EventPattern = Readonly<Record<string, unknown>>;

/** A Lambda that reads a queue of its own; each queue has a dead-letter queue. Partial batch failures are always on. */
export interface SubscriptionSpec extends FunctionSpec {
  readonly from:
    | { readonly kind: "bus"; readonly pattern: EventPattern }
    /** Fed by `operations:send`, not by the bus. */
    | { readonly kind: "operations" };
  /** At most 10, or 10,000 with a batching window. */
  readonly batchSize: number;
  /** How long messages are gathered for one batch, where latency does not matter and one run serves many. */
  readonly batchingWindowSeconds?: number;
  readonly maxReceiveCount: number;
}

/** The environment variables that functions read, by the resource that brings them. `kernel/env.ts` validates them. */
export const environmentOf = {
  "table:read": ["TABLE_NAME"],
  "table:write": ["TABLE_NAME"],
  "table:erase": ["TABLE_NAME"],
  "bus:put": ["BUS_NAME"],
  "data:read": ["DATA_BUCKET"],
  "data:write": ["DATA_BUCKET"],
  "data:delete": ["DATA_BUCKET"],
  "data:erase": ["DATA_BUCKET"],
  "secrets:seal": ["SECRETS_KEY"],
  "mail:send": ["MAIL_FROM", "SUPPORT_EMAIL"],
  "checkout:call": ["CHECKOUT_URL"],
  "sockets:post": ["SOCKETS_ENDPOINT"],
  "sockets:close": ["SOCKETS_ENDPOINT"],
  "operations:send": ["OPERATIONS_QUEUE_URL"],
  /** Not set where a deployment has no client of Google's: read with `findEnv`. */
  "google:sign-in": ["GOOGLE_ISSUER", "GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
} as const satisfies Record<Resource, readonly string[]>;
/** Besides these, every function gets `PUBLIC_ORIGIN` (for links in mails) and `STAGE`. */
