/**
 * Requirements of Lambdas, as data. `functions/functions.ts` and `events/subscriptions.ts` list them; the CDK stacks and the local cloud both read
 * those lists, so that neither can have a function the other lacks.
 */

/** Each is one least-privilege grant and brings its own environment variables (see `environmentOf`). */
export type Resource =
  | "table:read"
  | "table:write"
  /** Reads the whole table and deletes in batches: for deleted organizations. */
  | "table:erase"
  | "bus:put"
  | "data:read"
  | "data:write"
  | "data:delete"
  /** Deletes in every folder of the bucket. */
  | "data:erase"
  | "secrets:seal"
  | "mail:send"
  /** Knows which mail is ours to take in. */
  | "mail:receive"
  /** Knows the services through which browsers are notified, and who they are sent by. */
  | "push:call"
  /** Knows whether SMS can be sent from this deployment. */
  | "sms:offer"
  /** The provider of SMS: sends them, and recognizes its reports. */
  | "sms:call"
  /** Calls the addresses that organizations have given for their webhooks. */
  | "webhooks:call"
  /** WhatsApp's Graph API, with the credentials of organizations. */
  | "whatsapp:call"
  /** Members' Gmail, with the tokens that they have given, and this deployment's client at Google. */
  | "gmail:call"
  /** Recognizes Google's notifications about mailboxes. */
  | "gmail:push"
  /** The telephony providers that organizations have connected, with their credentials. */
  | "voip:call"
  /** The payment provider of our own subscriptions. */
  | "checkout:call"
  | "sockets:post"
  | "sockets:close"
  | "operations:send"
  | "replicas:send"
  | "deliveries:send"
  | "runs:send"
  | "google:sign-in"
  /** Distinguishes requests that came through CloudFront from those that did not. */
  | "viewer:address";

/** Disk space for functions that hold replicas: up to 3 GB of them (`data/replica`), and one more while it is loaded or packed. */
export const replicaDiskMb = 5_120;

export interface FunctionSpec {
  /** Unique, kebab-case; names the Lambda, its log group and its alarms. */
  readonly name: string;
  /** Path of the module from the repository's root; it exports `handler`. */
  readonly entry: string;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Disk space, if it needs more than the 512 MB that every Lambda has. */
  readonly diskMb?: number;
  readonly uses: readonly Resource[];
}

/** A Lambda that is called from outside. */
export interface CallableSpec extends FunctionSpec {
  readonly trigger:
    | {
        readonly kind: "http";
        /** API Gateway HTTP API route keys, e.g. `POST /api/trpc/{proxy+}`. */ readonly routes: readonly string[];
      }
    | { readonly kind: "websocket"; readonly routes: readonly ("$connect" | "$disconnect" | "$default")[] }
    | {
        readonly kind: "stream";
        readonly batchSize: number;
        /** The stream's records it is called for: in EventBridge's syntax, over a record as the event has it. The others cost no call. */
        readonly filter: EventPattern;
      }
    | { readonly kind: "schedule"; /** EventBridge Scheduler expression, e.g. `rate(1 hour)`. */ readonly expression: string };
}

/** A pattern over `{ source, "detail-type", detail }` in EventBridge's syntax. */
export type EventPattern = Readonly<Record<string, unknown>>;

/**
 * Where an event of the bus has its organization, as EventBridge's path. It is the message group of what the bus puts into queues: SQS's fair queues deliver the
 * messages of the other organizations first while one has a backlog.
 */
export const messageGroupPath = "$.detail.orgId";

/** The queues that functions and SES send to: runs of long operations, snapshots of replicas to be made, webhooks to be delivered, automations to be carried out, and what SES says of mails. One subscription reads each. */
export const workQueues = ["operations", "replicas", "deliveries", "runs", "mails"] as const;
export type WorkQueueName = (typeof workQueues)[number];

/** A Lambda that reads a queue of its own; each queue has a dead-letter queue. Partial batch failures are always on. */
export interface SubscriptionSpec extends FunctionSpec {
  readonly from:
    | { readonly kind: "bus"; readonly pattern: EventPattern }
    /** The queue of operations: the bus adds their starts, and their runner the remaining work through `operations:send`. */
    | { readonly kind: "operations"; readonly pattern: EventPattern }
    /** The queue of automations: the bus adds runs that begin, and `runs:send` those that go on. */
    | { readonly kind: "runs"; readonly pattern: EventPattern }
    /** Filled through `replicas:send` only. */
    | { readonly kind: "replicas" }
    /** Filled through `deliveries:send` only. */
    | { readonly kind: "deliveries" }
    /** Filled by SES: with mails that came in, and with what became of those that were sent. */
    | { readonly kind: "mails" };
  /** At most 10, or 10,000 with a batching window. */
  readonly batchSize: number;
  /** Seconds for which messages are gathered into one batch, if latency does not matter and one run serves many. */
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
  /** Two are not set if a deployment takes no mail in: read with `findEnv`. */
  "mail:send": ["MAIL_FROM", "SUPPORT_EMAIL", "REPLY_DOMAIN", "MAIL_EVENTS"],
  "mail:receive": ["MAIL_FROM", "REPLY_DOMAIN"],
  /** The first is only set where another service than the known ones is called: read with `findEnv`. */
  "push:call": ["PUSH_SERVICE", "SUPPORT_EMAIL"],
  /** Not set if a deployment has no provider: read with `findEnv`. */
  "sms:offer": ["SMS_PROVIDER"],
  /** The address is only set where another than the provider's own is called. */
  "sms:call": ["SMS_PROVIDER", "SMS_URL", "SMS_ACCOUNT", "SMS_SECRET"],
  /** Only set on one's own machine: read with `findEnv`. */
  "webhooks:call": ["WEBHOOKS_LOCAL"],
  /** Only set where another address than Meta's own is called: read with `findEnv`. */
  "whatsapp:call": ["WHATSAPP_URL"],
  /** The address is only set where another than Google's own is called, the rest not if a deployment offers no Gmail: read with `findEnv`. */
  "gmail:call": ["GMAIL_URL", "GMAIL_TOPIC", "GOOGLE_ISSUER", "GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  "gmail:push": ["GMAIL_SUBSCRIPTION", "GMAIL_PUSH_ACCOUNT", "GOOGLE_ISSUER", "GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  /** Only set where simulators are called in place of the providers: read with `findEnv`. */
  "voip:call": ["VOIP_URL"],
  "checkout:call": ["CHECKOUT_URL"],
  "sockets:post": ["SOCKETS_ENDPOINT"],
  "sockets:close": ["SOCKETS_ENDPOINT"],
  "operations:send": ["OPERATIONS_QUEUE_URL"],
  "replicas:send": ["REPLICAS_QUEUE_URL"],
  "deliveries:send": ["DELIVERIES_QUEUE_URL"],
  "runs:send": ["RUNS_QUEUE_URL"],
  /** Not set if a deployment has no client at Google: read with `findEnv`. */
  "google:sign-in": ["GOOGLE_ISSUER", "GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  /** Not set if nothing stands before the API: read with `findEnv`. */
  "viewer:address": ["EDGE_PROOF"],
} as const satisfies Record<Resource, readonly string[]>;
/** Besides these, every function gets `PUBLIC_ORIGIN` (for links in mails) and `STAGE`. */
