import { snapshotPrefix } from "@kartis/core/data/replica/snapshot-prefix.ts";
import { lastingPrefix, temporaryPrefix } from "@kartis/core/files/rules.ts";
import { type Resource, type WorkQueueName, environmentOf } from "@kartis/core/kernel/deployment.ts";

/** ARNs of resources, for the policies of functions. */
export interface GrantTargets {
  readonly table: { readonly arn: string; readonly indexArns: readonly string[] };
  readonly bus: { readonly arn: string };
  readonly data: { readonly bucketArn: string };
  /** `from` is a bare address: `ses:FromAddress` is compared without the name that may stand before it. */
  readonly mail: {
    readonly from: string;
    readonly identityArn: string;
    /** ARN of the configuration set that reports the delivery of emails. */
    readonly eventsArn?: string;
  };
  /** The ARNs cover posting to, and closing, every connection of one API's one stage. */
  readonly sockets: { readonly connectionsArn: string; readonly closingArn: string };
  readonly work: Readonly<Record<WorkQueueName, { readonly queueArn: string }>>;
}

/** The same with the names and addresses of their environment. */
export interface Targets extends GrantTargets {
  /** URL of the site: `https://…`, without a slash at the end. */
  readonly publicOrigin: string;
  readonly stage: string;
  readonly table: GrantTargets["table"] & { readonly name: string };
  readonly bus: GrantTargets["bus"] & { readonly name: string };
  readonly data: GrantTargets["data"] & { readonly bucketName: string };
  readonly checkoutUrl: string;
  readonly mail: GrantTargets["mail"] & { readonly support: string; readonly replyDomain?: string; readonly eventsName?: string };
  /** The key that encrypts passwords on cards, as CloudFormation's reference to it, never itself. */
  readonly secrets: { readonly key: string };
  /** The client at Google, where there is one; its secret as CloudFormation's reference to it. */
  /** The account with a provider of SMS, where there is one; its secret as CloudFormation's reference to it. */
  readonly sms?: { readonly provider: string; readonly account: string; readonly secret: string };
  /** Where Gmail's notifications are published, and who brings them. */
  readonly gmail?: { readonly topic: string; readonly subscription: string; readonly pushAccount: string };
  readonly google?: { readonly clientId: string; readonly clientSecret: string };
  /** Secret that CloudFront sends with each request to the API, as a CloudFormation reference. */
  readonly edgeProof: string;
  readonly sockets: GrantTargets["sockets"] & { readonly endpoint: string };
  readonly work: Readonly<Record<WorkQueueName, GrantTargets["work"][WorkQueueName] & { readonly queueUrl: string }>>;
}

export interface Grant {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Why a resource ends in `*`, if one does. */
  readonly wildcard?: string;
}

/** The data bucket's folders; a function reaches no other. */
export const dataPrefixes = [temporaryPrefix, lastingPrefix, snapshotPrefix] as const;

const objectsOf = ({ bucketArn }: GrantTargets["data"]) => dataPrefixes.map((prefix) => `${bucketArn}/${prefix}*`);
const objectsReason = "The objects of the folders that are named; each object has a name of its own.";

/** Prefixes whose objects are deleted one by one; the bucket's own rules delete snapshots and what expires in `tmp/`. */
const deletedPrefixes = [temporaryPrefix, lastingPrefix] as const;

/** The grants that one line of `uses` stands for. A transaction needs no action of its own: it takes those of its parts. */
export const grantsOf = {
  "table:read": ({ table }) => [
    { actions: ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"], resources: [table.arn, ...table.indexArns] },
  ],
  "table:write": ({ table }) => [
    {
      actions: ["dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem", "dynamodb:ConditionCheckItem"],
      resources: [table.arn],
    },
  ],
  "table:erase": ({ table }) => [{ actions: ["dynamodb:BatchWriteItem"], resources: [table.arn] }],
  "bus:put": ({ bus }) => [{ actions: ["events:PutEvents"], resources: [bus.arn] }],
  "data:read": ({ data }) => [
    { actions: ["s3:GetObject"], resources: objectsOf(data), wildcard: objectsReason },
    // Without it S3 answers 403 instead of 404 for an object that is not there, and a condition on the prefix would take that away again:
    // https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
    { actions: ["s3:ListBucket"], resources: [data.bucketArn] },
  ],
  "data:write": ({ data }) => [{ actions: ["s3:PutObject"], resources: objectsOf(data), wildcard: objectsReason }],
  "data:delete": ({ data }) => [
    {
      actions: ["s3:DeleteObject"],
      resources: deletedPrefixes.map((prefix) => `${data.bucketArn}/${prefix}*`),
      wildcard: objectsReason,
    },
  ],
  "data:erase": ({ data }) => [
    { actions: ["s3:DeleteObject"], resources: objectsOf(data), wildcard: objectsReason },
    { actions: ["s3:ListBucket"], resources: [data.bucketArn] },
  ],
  // The key comes with the environment: the deployment puts it in from Secrets Manager, and Lambda keeps it encrypted.
  "secrets:seal": () => [],
  "mail:send": ({ mail }) => [
    {
      actions: ["ses:SendEmail"],
      resources: [mail.identityArn, ...(mail.eventsArn ? [mail.eventsArn] : [])],
      conditions: { StringEquals: { "ses:FromAddress": mail.from } },
    },
  ],
  "mail:receive": () => [],
  // Over the internet; nothing of AWS.
  "checkout:call": () => [],
  "push:call": () => [],
  "webhooks:call": () => [],
  "sms:offer": () => [],
  "sms:call": () => [],
  "whatsapp:call": () => [],
  "gmail:call": () => [],
  "gmail:push": () => [],
  "voip:call": () => [],
  "sockets:post": ({ sockets }) => [
    {
      actions: ["execute-api:ManageConnections"],
      resources: [sockets.connectionsArn],
      wildcard: "Connections come and go; the ARN names the API, its stage and the verb.",
    },
  ],
  "sockets:close": ({ sockets }) => [
    {
      actions: ["execute-api:ManageConnections"],
      resources: [sockets.closingArn],
      wildcard: "Connections come and go; the ARN names the API, its stage and the verb.",
    },
  ],
  "operations:send": ({ work }) => [{ actions: ["sqs:SendMessage"], resources: [work.operations.queueArn] }],
  "replicas:send": ({ work }) => [{ actions: ["sqs:SendMessage"], resources: [work.replicas.queueArn] }],
  "deliveries:send": ({ work }) => [{ actions: ["sqs:SendMessage"], resources: [work.deliveries.queueArn] }],
  "runs:send": ({ work }) => [{ actions: ["sqs:SendMessage"], resources: [work.runs.queueArn] }],
  // Google is asked over the internet; the client's secret comes with the environment, as the key above does.
  "google:sign-in": () => [],
  "viewer:address": () => [],
} as const satisfies Record<Resource, (targets: GrantTargets) => readonly Grant[]>;

type VariableName = (typeof environmentOf)[Resource][number];

const valueOf = {
  TABLE_NAME: ({ table }) => table.name,
  BUS_NAME: ({ bus }) => bus.name,
  DATA_BUCKET: ({ data }) => data.bucketName,
  SECRETS_KEY: ({ secrets }) => secrets.key,
  // The known services are enough.
  PUSH_SERVICE: () => undefined,
  // No address of the local network in the cloud.
  WEBHOOKS_LOCAL: () => undefined,
  SMS_PROVIDER: ({ sms }) => sms?.provider,
  // The provider's own.
  SMS_URL: () => undefined,
  SMS_ACCOUNT: ({ sms }) => sms?.account,
  SMS_SECRET: ({ sms }) => sms?.secret,
  // Meta's own.
  WHATSAPP_URL: () => undefined,
  // Google's own.
  GMAIL_URL: () => undefined,
  GMAIL_TOPIC: ({ gmail }) => gmail?.topic,
  GMAIL_SUBSCRIPTION: ({ gmail }) => gmail?.subscription,
  GMAIL_PUSH_ACCOUNT: ({ gmail }) => gmail?.pushAccount,
  // The providers' own.
  VOIP_URL: () => undefined,
  CHECKOUT_URL: ({ checkoutUrl }) => checkoutUrl,
  MAIL_FROM: ({ mail }) => mail.from,
  REPLY_DOMAIN: ({ mail }) => mail.replyDomain,
  MAIL_EVENTS: ({ mail }) => mail.eventsName,
  SUPPORT_EMAIL: ({ mail }) => mail.support,
  SOCKETS_ENDPOINT: ({ sockets }) => sockets.endpoint,
  OPERATIONS_QUEUE_URL: ({ work }) => work.operations.queueUrl,
  REPLICAS_QUEUE_URL: ({ work }) => work.replicas.queueUrl,
  DELIVERIES_QUEUE_URL: ({ work }) => work.deliveries.queueUrl,
  RUNS_QUEUE_URL: ({ work }) => work.runs.queueUrl,
  GOOGLE_ISSUER: ({ google }) => google && "https://accounts.google.com",
  GOOGLE_CLIENT_ID: ({ google }) => google?.clientId,
  GOOGLE_CLIENT_SECRET: ({ google }) => google?.clientSecret,
  EDGE_PROOF: ({ edgeProof }) => edgeProof,
} as const satisfies Record<VariableName, (targets: Targets) => string | undefined>;

/** Grants for a function that uses these resources, and nothing else: its role's policy on AWS, enforced by the local cloud as well. */
export const grantsFor = (uses: readonly Resource[], targets: GrantTargets): Grant[] =>
  uses.flatMap((resource): readonly Grant[] => grantsOf[resource](targets));

/** The environment of a function that uses these: their variables, `PUBLIC_ORIGIN` and `STAGE`. */
export function environmentFor(uses: readonly Resource[], targets: Targets): Record<string, string> {
  const names = uses.flatMap((resource): readonly VariableName[] => environmentOf[resource]);
  return {
    ...Object.fromEntries(
      names.flatMap((name) => {
        const value = valueOf[name](targets);
        return value === undefined ? [] : [[name, value] as const];
      }),
    ),
    PUBLIC_ORIGIN: targets.publicOrigin,
    STAGE: targets.stage,
  };
}
