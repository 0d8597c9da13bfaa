import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CallableSpec, FunctionSpec, SubscriptionSpec } from "@kartis/core/kernel/deployment.ts";
import { environmentOf } from "@kartis/core/kernel/deployment.ts";
import { tableSchema, timeToLiveAttribute } from "@kartis/core/data/table.ts";
import { temporaryDays, temporaryPrefix } from "@kartis/core/files/rules.ts";
import { bundleTogether, repositoryRoot } from "@kartis/stacks/bundle.ts";
import { serveConnections } from "./apigateway/connections-api.ts";
import { startGateway } from "./apigateway/gateway.ts";
import { createHttpApi } from "./apigateway/http-api.ts";
import { formHeaders, securityHeaders } from "./apigateway/security-headers.ts";
import { createSite } from "./apigateway/site.ts";
import { createWebSocketApi } from "./apigateway/websocket-api.ts";
import { accountId, region } from "./arns.ts";
import { busName, deploySchedules, deploySubscriptions, queueNameOf, workQueueName } from "./deploy.ts";
import { startDynamo } from "./dynamodb/dynamo.ts";
import { startEngines } from "./engines.ts";
import type { Engines } from "./engines.ts";
import { delivered } from "./faults/delivery.ts";
import { type Faults, type FaultsOptions, startFaults } from "./faults/faults.ts";
import { gmailPath, localGmail } from "./gmail.ts";
import { googlePath, localGoogle } from "./google.ts";
import { freePort } from "./free-port.ts";
import { Access } from "./iam/access.ts";
import { guardDynamo } from "./iam/dynamodb-guard.ts";
import { createRoles } from "./iam/roles.ts";
import { Checkpoints } from "./lambda/checkpoints.ts";
import { createFunction } from "./lambda/function.ts";
import type { LambdaFunction } from "./lambda/function.ts";
import { toLines } from "./lambda/log-lines.ts";
import { startQueueSource } from "./lambda/queue-source.ts";
import type { EventSource } from "./lambda/queue-source.ts";
import { startStreamSource } from "./lambda/stream-source.ts";
import { WorkerPlace } from "./lambda/worker-place.ts";
import { localSecret } from "./local-secret.ts";
import { localCredentials } from "./local-credentials.ts";
import { pushPath, servePush } from "./push.ts";
import { smsAccount, smsPath, serveSms } from "./sms.ts";
import { serveWebhooks, webhooksPath } from "./webhooks.ts";
import { serveVoip, voipPath } from "./voip.ts";
import { serveWhatsApp, whatsappPath } from "./whatsapp.ts";
import { startS3 } from "./s3/server.ts";
import { serveCheckout } from "@kartis/simulators/checkout.ts";
import { GoogleAccounts } from "@kartis/simulators/google-accounts.ts";
import { createMailIn } from "./ses/mail-in.ts";
import { serveMailbox } from "./ses/mailbox.ts";
import { openStore } from "./store.ts";

export interface CloudOptions {
  /** Everything that is kept. One process at a time. */
  readonly dataDir: string;
  /** Port of the origin; S3 takes the next one. 0 or absent: any free ports. */
  readonly port?: number;
  /** The built site. */
  readonly webDist: string;
  readonly functions: readonly CallableSpec[];
  readonly subscriptions: readonly SubscriptionSpec[];
  /** Folder where bundles are kept between starts. */
  readonly buildDir?: string;
  /** Root of the specs' entries; the repository unless a test brings its own functions. */
  readonly root?: string;
  /** Engines that misbehave towards the functions, and deliveries that come twice and out of order; for tests. */
  readonly faults?: FaultsOptions;
  /** Origin of the simulated providers of SMS, WhatsApp and webhooks, for tests in which they outlive the cloud; its own if absent. */
  readonly providers?: string;
  /** Called with each line of a function's log. */
  readonly onLog?: (functionName: string, line: string) => void;
  /** Called if an engine dies, after which nothing works any more. */
  readonly onFailure?: (error: Error) => void;
}

export interface Cloud {
  /** `http://localhost:<port>` */
  readonly origin: string;
  /** Environment that a process needs to call the cloud's services with the SDK, with everything that functions read. */
  readonly environment: Readonly<Record<string, string>>;
  readonly engines: Engines;
  readonly faults: Faults | undefined;
  close(): Promise<void>;
}

const tableName = "kartis";
const bucketName = "kartis-data";
const supportEmail = "support@kartis.example";
const replyDomain = "reply.kartis.example";
const mailFrom = "Kartis <no-reply@kartis.example>";

/**
 * The whole cloud on this machine: engines, "deployed" functions and subscriptions, and the one origin.
 * @throws DataDirectoryInUse, PortInUse
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const { dataDir, functions, subscriptions, root = repositoryRoot } = options;
  const closers: (() => Promise<unknown> | void)[] = [];
  /** Closes in reverse order of starting: nothing is closed before what uses it. */
  const close = async () => {
    for (const closer of closers.toReversed()) await closer();
  };
  try {
    return await start();
  } catch (error) {
    await close();
    throw error;
  }

  async function start(): Promise<Cloud> {
    const specs: readonly (CallableSpec | SubscriptionSpec)[] = [...functions, ...subscriptions];
    const bundles = bundleTogether([...specs, runtime], options.buildDir ?? join(dataDir, "build"), root);
    bundles.catch(() => undefined); // awaited below

    // First, because it holds the lock on the data directory.
    const dynamo = await startDynamo({ dataDir });
    closers.push(() => dynamo.close());
    const port = options.port || (await freePort());
    const origin = `http://localhost:${port}`;
    const providers = options.providers ?? origin;
    const target = new Map<string, LambdaFunction>();
    const access = new Access();
    const roles = createRoles(access, specs, {
      table: tableName,
      bus: busName,
      bucket: bucketName,
      workQueues: {
        operations: workQueueName("operations"),
        replicas: workQueueName("replicas"),
        deliveries: workQueueName("deliveries"),
        runs: workQueueName("runs"),
        mails: workQueueName("mails"),
      },
      mailFrom,
    });
    const [engines, s3, { streamArn }, dynamodbReader] = await Promise.all([
      startEngines({
        dataDir,
        access,
        invokeFunction: async (name, payload) => void (await target.get(name)?.invoke(JSON.parse(payload))),
      }),
      startS3({ dataDir, port: options.port ? port + 1 : 0, access }),
      dynamo.ensureTable({ tableName, schema: tableSchema, timeToLiveAttribute }),
      dynamo.startReader(),
    ]);
    closers.push(
      () => engines.close(),
      () => s3.close(),
    );
    s3.deployBucket(bucketName, {
      corsOrigins: [origin, `http://127.0.0.1:${port}`],
      expire: [{ prefix: temporaryPrefix, afterDays: temporaryDays }],
    });
    deploySubscriptions(engines, subscriptions);
    engines.mount("dynamodb", guardDynamo({ endpoint: dynamo.endpoint, reader: dynamodbReader }, access));

    const direct = { dynamodb: dynamo.endpoint, engines: engines.url, s3: s3.endpoint };
    const faults = options.faults && (await startFaults(options.faults, { ...direct, dynamodbReader }));
    if (faults) closers.push(() => faults.close());
    const endpoints = faults?.endpoints ?? direct;
    const tableCalls = {
      enginePort: Number(new URL(endpoints.dynamodb).port),
      readerPort: Number(new URL(faults ? endpoints.dynamodb : dynamodbReader).port),
      guardPort: engines.port,
      direct: roles.unconditional,
    };

    const accounts = new GoogleAccounts();
    const google = localGoogle(origin, accounts);
    const gmail = localGmail(origin, google.issuer, accounts);
    const environment = {
      ...runtimeEnvironment,
      AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
      AWS_ENDPOINT_URL_DYNAMODB_STREAMS: endpoints.dynamodb,
      AWS_ENDPOINT_URL_S3: endpoints.s3,
      AWS_ENDPOINT_URL_SQS: endpoints.engines,
      AWS_ENDPOINT_URL_EVENTBRIDGE: endpoints.engines,
      AWS_ENDPOINT_URL_SCHEDULER: endpoints.engines,
      AWS_ENDPOINT_URL_SESV2: endpoints.engines,
      PUBLIC_ORIGIN: origin,
      STAGE: "local",
      TABLE_NAME: tableName,
      BUS_NAME: busName,
      DATA_BUCKET: bucketName,
      SECRETS_KEY: localSecret(dataDir, "secrets-key"),
      CHECKOUT_URL: `${origin}/local/checkout`,
      PUSH_SERVICE: `${origin}${pushPath}`,
      SMS_PROVIDER: "twilio",
      SMS_URL: `${providers}${smsPath}`,
      SMS_ACCOUNT: smsAccount.sid,
      SMS_SECRET: smsAccount.token,
      WEBHOOKS_LOCAL: `${providers}${webhooksPath}`,
      WHATSAPP_URL: `${providers}${whatsappPath}`,
      VOIP_URL: `${origin}${voipPath}`,
      MAIL_FROM: mailFrom,
      REPLY_DOMAIN: replyDomain,
      SUPPORT_EMAIL: supportEmail,
      ...google.environment,
      ...gmail.environment,
      SOCKETS_ENDPOINT: endpoints.engines,
      OPERATIONS_QUEUE_URL: `${endpoints.engines}/${accountId}/${workQueueName("operations")}`,
      REPLICAS_QUEUE_URL: `${endpoints.engines}/${accountId}/${workQueueName("replicas")}`,
      DELIVERIES_QUEUE_URL: `${endpoints.engines}/${accountId}/${workQueueName("deliveries")}`,
      RUNS_QUEUE_URL: `${endpoints.engines}/${accountId}/${workQueueName("runs")}`,
    };

    const made = await bundles;
    const runtimePath = made.get(runtime.name)?.path;
    const log = toLines((name, line) => options.onLog?.(name, line));
    const shared = new WorkerPlace({
      name: "consumers",
      isShared: true,
      memoryMb: quickMemoryMb,
      youngMb: 8,
      environment: {},
      tableCalls,
      runtimePath,
      idleMs: quickIdleMs,
      onLog: log,
    });
    closers.push(() => shared.close());
    for (const [name, { path }] of made) {
      const spec = specs.find((candidate) => candidate.name === name);
      if (spec === undefined) continue;
      const lambda = createFunction({
        spec,
        path,
        shared: isQuick(spec) ? shared : undefined,
        isKept: isConcurrent(spec),
        idleMs: isFromBus(spec) ? quickIdleMs : undefined,
        worker: { tableCalls, runtimePath },
        environment: {
          ...environmentFor(spec, environment),
          AWS_ACCESS_KEY_ID: roles.accessKeyIds.get(spec.name) ?? localCredentials.accessKeyId,
        },
        concurrent: isConcurrent(spec),
        onLog: (text) => log(spec.name, text),
      });
      target.set(spec.name, lambda);
      closers.push(() => lambda.close());
    }
    const functionOf = (spec: FunctionSpec): LambdaFunction => {
      const found = target.get(spec.name);
      if (found === undefined) throw new Error(`There are two functions named ${spec.name}`);
      return found;
    };

    const origins = { data: endpoints.s3, sockets: `ws://localhost:${port}` };
    const headers = securityHeaders(origins);
    const httpApi = createHttpApi(headers);
    const socketRoutes = new Map<string, LambdaFunction>();
    const schedules = new Map<string, string>();
    const streams: { spec: CallableSpec; trigger: Extract<CallableSpec["trigger"], { kind: "stream" }> }[] = [];
    for (const spec of functions) {
      const { trigger } = spec;
      if (trigger.kind === "http") {
        for (const routeKey of trigger.routes) httpApi.addRoute(routeKey, functionOf(spec));
        functionOf(spec).warm();
      } else if (trigger.kind === "websocket") for (const route of trigger.routes) socketRoutes.set(route, functionOf(spec));
      else if (trigger.kind === "schedule") schedules.set(spec.name, trigger.expression);
      else streams.push({ spec, trigger });
    }
    const sockets = createWebSocketApi({ routes: socketRoutes });
    engines.mount("execute-api", serveConnections(sockets.connections, access));
    const mailIn = createMailIn({ sqs: engines.sqs, queueName: workQueueName("mails"), bucketName, s3Endpoint: s3.endpoint });
    const sms = serveSms(origin);
    const webhooks = serveWebhooks(origin);
    const whatsapp = serveWhatsApp(origin);
    const voip = serveVoip(origin);
    const gateway = await startGateway({
      port,
      httpApi,
      site: createSite(options.webDist, { site: headers, forms: formHeaders(origins) }),
      upgrade: (request, socket, head, url) => sockets.upgrade(request, socket, head, url),
      localPages: new Map([
        ["/local/mailbox", serveMailbox(engines.mail, mailIn)],
        [googlePath, google.handler],
        [gmailPath, gmail.handler],
        ["/local/mailbox.json", serveMailbox(engines.mail)],
        [pushPath, servePush(origin)],
        [smsPath, sms],
        [`${smsPath}.json`, sms],
        [webhooksPath, webhooks],
        [whatsappPath, whatsapp],
        [`${whatsappPath}.json`, whatsapp],
        [voipPath, voip],
        [`${voipPath}.json`, voip],
        ["/local/checkout", serveCheckout(`${origin}/local/checkout`)],
      ]),
    });
    closers.push(
      () => gateway.close(),
      () => sockets.close(),
    );

    deploySchedules(engines, schedules);
    const store = openStore(join(dataDir, "lambda.sqlite"));
    closers.push(() => store.close());
    const checkpoints = new Checkpoints(store);
    const deliveredTo = (spec: FunctionSpec, source: "queue" | "stream") =>
      faults ? delivered(functionOf(spec), source, faults.fates) : functionOf(spec);
    const sources: EventSource[] = [
      ...streams.map(({ spec, trigger }) =>
        startStreamSource({
          endpoint: faults ? endpoints.dynamodb : dynamodbReader,
          streamArn,
          target: deliveredTo(spec, "stream"),
          batchSize: trigger.batchSize,
          filter: trigger.filter,
          checkpoints,
          onChange: (listener) => dynamo.onWrite(listener),
        }),
      ),
      ...subscriptions.map((spec) =>
        startQueueSource({
          sqs: engines.sqs,
          queueName: queueNameOf(spec),
          target: deliveredTo(spec, "queue"),
          batchSize: spec.batchSize,
          batchingWindowSeconds: spec.batchingWindowSeconds,
        }),
      ),
    ];
    let closing = false;
    closers.push(() => Promise.all(sources.map((source) => source.stop())));
    closers.push(() => void (closing = true));
    void dynamo.exited.then(() => {
      if (!closing) options.onFailure?.(new Error("The local DynamoDB has died."));
    });
    return { origin, environment, engines, faults, close };
  }
}

/** Variables that Lambda's runtime sets; functions get nothing of this process's own environment. */
const runtimeEnvironment = {
  AWS_REGION: region,
  AWS_DEFAULT_REGION: region,
  AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
  AWS_EC2_METADATA_DISABLED: "true",
  AWS_CONFIG_FILE: "/dev/null",
  AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
  TZ: "UTC",
};

/** Like its IAM role on AWS: a function only has the variables of what it `uses`. */
function environmentFor(spec: FunctionSpec, all: Readonly<Record<string, string>>): Record<string, string> {
  const granted = new Set<string>(spec.uses.flatMap((resource) => environmentOf[resource]));
  const ofResources = new Set<string>(Object.values(environmentOf).flat());
  return {
    ...Object.fromEntries(Object.entries(all).filter(([name]) => granted.has(name) || !ofResources.has(name))),
    AWS_LAMBDA_FUNCTION_NAME: spec.name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(spec.memoryMb),
    AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
  };
}

/** A worker has modules bundled for it, or it strips their types itself, which takes 11 MB. */
const runtime = { name: "lambda-runtime", entry: fileURLToPath(new URL("./lambda/worker.ts", import.meta.url)) };

/** Consumers that do little share one worker: an isolate of its own costs each some 25 MB. */
const isQuick = (spec: FunctionSpec): boolean => spec.memoryMb <= quickMemoryMb && spec.timeoutSeconds <= 60;
const quickMemoryMb = 512;
/**
 * What follows from a change is kept longer than other idle workers: a person who pauses for a minute should not wait for live updates to be loaded again, nor
 * one who writes to a customer for the consumer that takes in the answer.
 */
const quickIdleMs = 300_000;

const isFromBus = (spec: CallableSpec | SubscriptionSpec): boolean => "from" in spec && spec.from.kind === "bus";

/** Requests of people must not wait for each other. Readers of streams and queues are asked for one batch at a time. */
function isConcurrent(spec: CallableSpec | SubscriptionSpec): boolean {
  return "trigger" in spec && (spec.trigger.kind === "http" || spec.trigger.kind === "websocket");
}
