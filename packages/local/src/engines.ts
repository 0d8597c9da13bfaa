import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { systemClock } from "./clock.ts";
import type { Clock } from "./clock.ts";
import { Outbox } from "./delivery/outbox.ts";
import type { InvokeFunction } from "./delivery/outbox.ts";
import { eventBridgeOperations } from "./eventbridge/api.ts";
import { EventBus } from "./eventbridge/event-bus.ts";
import { Access, accessKeyIdOf } from "./iam/access.ts";
import type { Demand } from "./iam/access.ts";
import { demandsOfEventBridge, demandsOfScheduler, demandsOfSes, demandsOfSqs } from "./iam/demands.ts";
import { serveScheduler } from "./scheduler/api.ts";
import { Scheduler } from "./scheduler/scheduler.ts";
import { serveMail } from "./ses/api.ts";
import { serveMailbox } from "./ses/mailbox.ts";
import { Mails } from "./ses/mails.ts";
import { sqsOperations } from "./sqs/api.ts";
import { Sqs } from "./sqs/sqs.ts";
import { openStore } from "./store.ts";
import { AwsError } from "./wire/errors.ts";
import { replyError } from "./wire/http.ts";
import type { HttpHandler } from "./wire/http.ts";
import { isForOwnHost, refuseOtherHost } from "./wire/own-host.ts";
import { serveTargets, targetOf } from "./wire/target-protocol.ts";
import type { Authorise } from "./wire/target-protocol.ts";

export interface EnginesOptions {
  /** Folder of the store; created if absent. `":memory:"` keeps nothing. */
  readonly dataDir: string;
  /** 0 or absent: any free port. */
  readonly port?: number;
  readonly clock?: Clock;
  /** Runs the targets that are Lambdas (`arn:aws:lambda:…:function:name`). Without it they go to dead letters. */
  readonly invokeFunction?: InvokeFunction;
  /** Access rules. By default everyone can call everything. */
  readonly access?: Access;
}

export interface Engines {
  /** `http://127.0.0.1:<port>`: what AWS_ENDPOINT_URL_SQS, …_EVENTBRIDGE, …_SCHEDULER and …_SESV2 are set to. */
  readonly url: string;
  readonly port: number;
  readonly sqs: Sqs;
  readonly bus: EventBus;
  readonly scheduler: Scheduler;
  readonly mail: Mails;
  /**
   * Serves another AWS service on the same port: requests whose signature is scoped to `serviceName`
   * (`execute-api`, `lambda`, …) go to `handler`.
   */
  mount(serviceName: string, handler: HttpHandler): void;
  /** Ends open requests; long polls answer empty. The store is closed after it. */
  close(): Promise<void>;
}

const largestQueueRequestBytes = 4 * 1_048_576;

/** Starts SQS, EventBridge, Scheduler and SES on one server on 127.0.0.1, and resumes what an earlier process owed. */
export async function startEngines({
  dataDir,
  port = 0,
  clock = systemClock,
  invokeFunction,
  access = new Access(),
}: EnginesOptions): Promise<Engines> {
  const store = openStore(dataDir === ":memory:" ? dataDir : join(dataDir, "engines.sqlite"));
  const sqs = new Sqs(store, clock);
  const outbox = new Outbox(store, clock, sqs, invokeFunction);
  const bus = new EventBus(store, clock, outbox);
  const scheduler = new Scheduler(store, clock, outbox);
  const mail = new Mails(store, clock);

  const handlers = new Map<string, HttpHandler>([
    ["sqs", serveTargets(sqsOperations(sqs), largestQueueRequestBytes, authoriseBy(access, demandsOfSqs, 403))],
    [
      "events",
      serveTargets(eventBridgeOperations(bus), largestQueueRequestBytes, authoriseBy(access, demandsOfEventBridge, 400)),
    ],
    ["scheduler", serveScheduler(scheduler, authoriseBy(access, demandsOfScheduler, 403))],
    ["ses", serveMail(mail, authoriseBy(access, demandsOfSes, 403))],
    ["mailbox", serveMailbox(mail)],
  ]);

  const server = createServer((request, response) => {
    if (!isForOwnHost(request)) return refuseOtherHost(response);
    const service = serviceOf(request);
    const handler = handlers.get(service);
    const serve = async () => {
      if (!handler) throw new AwsError("UnknownService", `No service "${service}" is served here.`, { status: 404 });
      await handler(request, response);
    };
    serve().catch((error: unknown) => replyError(response, error, "application/json"));
  });
  // Clients keep connections open; the default of 5 s closes one just as a client picks it for its next request.
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the engines' server has no port");

  sqs.start();
  outbox.start();
  bus.start();
  scheduler.start();

  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    sqs,
    bus,
    scheduler,
    mail,
    mount: (serviceName, handler) => void handlers.set(serviceName, handler),
    close: async () => {
      scheduler.stop();
      bus.stop();
      outbox.stop();
      sqs.stop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      store.close();
    },
  };
}

type DemandsOf = (operation: string, fields: Readonly<Record<string, unknown>>) => readonly Demand[];

/** Refuses with the status that the service itself refuses with. */
function authoriseBy(access: Access, demandsOf: DemandsOf, status: number): Authorise {
  return (request, operation, fields) => {
    const denial = access.denial(accessKeyIdOf(request), demandsOf(operation, fields));
    if (denial) throw new AwsError("AccessDeniedException", denial, { status, queryCode: "AccessDenied" });
  };
}

const servicesByTarget: Readonly<Record<string, string>> = { AmazonSQS: "sqs", AWSEvents: "events" };

/** A request's service is known from its target, from the scope of its signature, or from its path (for unsigned ones). */
function serviceOf(request: IncomingMessage): string {
  const byTarget = servicesByTarget[targetOf(request)?.service ?? ""];
  if (byTarget) return byTarget;
  const scope = /Credential=[^/]+\/\d+\/[^/]+\/([^/]+)\//.exec(request.headers.authorization ?? "")?.[1];
  if (scope) return scope;
  const path = request.url ?? "/";
  if (/^\/schedule(s|-groups)\b/.test(path)) return "scheduler";
  if (path.startsWith("/v2/email/")) return "ses";
  return /^\/mailbox(\.json)?(\?|$)/.test(path) ? "mailbox" : path;
}
