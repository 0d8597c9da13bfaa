// Runs inside a worker thread: loads bundles and calls their handlers as Lambda's runtime does.
import { AsyncLocalStorage } from "node:async_hooks";
import { setPriority } from "node:os";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type { FromWorker, LoadedFunction, ToWorker, WorkerData } from "./messages.ts";

type Handler = (event: unknown, context: Record<string, unknown>) => unknown;
type Invocation = Extract<ToWorker, { kind: "invoke" }>;

/** A third of the share of the threads that answer people, where there is not enough for both. */
const backgroundNiceness = 5;

const port = parentPort;
if (port === null) throw new Error("worker.ts runs as a worker thread only");
const reply = (message: FromWorker) => port.postMessage(message);

const { isShared, isBackground, tableCalls }: WorkerData = workerData;
// On Linux this is the thread's own priority; elsewhere it would be that of the whole process.
if (isBackground && process.platform === "linux") setPriority(backgroundNiceness);
const ready = tableCalls
  ? import("./table-calls.ts").then(({ routeTableCalls }) => routeTableCalls(tableCalls))
  : Promise.resolve();

const functions = new Map<string, { readonly loaded: LoadedFunction; readonly loading: Promise<Handler> }>();
let only: LoadedFunction | undefined;

/** The function whose code is running. Each bundle has its own modules, so that functions cannot see each other's state. */
const running = new AsyncLocalStorage<LoadedFunction>();
const current = (): LoadedFunction | undefined => (isShared ? running.getStore() : only);
const runAs = <T>(loaded: LoadedFunction, work: () => T): T => (isShared ? running.run(loaded, work) : work());

if (isShared) {
  const environment = () => ({ ...current()?.environment });
  process.env = new Proxy<NodeJS.ProcessEnv>(
    {},
    {
      get: (_, name) => current()?.environment[String(name)],
      has: (_, name) => Object.hasOwn(environment(), name),
      ownKeys: () => Object.keys(environment()),
      getOwnPropertyDescriptor: (_, name) => Object.getOwnPropertyDescriptor(environment(), name),
      set: () => false,
      deleteProperty: () => false,
    },
  );
}

for (const stream of [process.stdout, process.stderr]) {
  stream.write = (chunk: unknown) => {
    reply({ kind: "log", functionName: current()?.name ?? "", text: String(chunk) });
    return true;
  };
}

port.on("message", (message: ToWorker) => {
  if (message.kind === "ping") reply({ kind: "pong" });
  else if (message.kind === "load") begin(message.loaded);
  else void run(message);
});

function begin(loaded: LoadedFunction): void {
  only = loaded;
  const loading = ready.then(() => runAs(loaded, () => load(loaded.path)));
  // An import that fails is reported to each invocation; unhandled, it would end the worker before the first one can ask.
  loading.catch(() => undefined);
  functions.set(loaded.name, { loaded, loading });
}

async function load(path: string): Promise<Handler> {
  const module: Record<string, unknown> = await import(pathToFileURL(path).href);
  const handler = module["handler"];
  if (typeof handler !== "function") throw new Error(`${path} does not export a function named handler`);
  return (event, context) => handler(event, context);
}

async function run(invocation: Invocation): Promise<void> {
  const { invocationId, functionName } = invocation;
  const known = functions.get(functionName);
  if (known === undefined) throw new Error(`${functionName} was not loaded`);
  const { loaded, loading } = known;
  let handler: Handler;
  try {
    handler = await loading;
  } catch (error) {
    runAs(loaded, () => console.error(error));
    reply({ kind: "unloadable", invocationId, message: textOf(error) });
    return;
  }
  reply({ kind: "began", invocationId });
  await runAs(loaded, async () => {
    try {
      const result = await handler(JSON.parse(invocation.eventJson), contextOf(invocation));
      reply({ kind: "result", invocationId, resultJson: JSON.stringify(result) });
    } catch (error) {
      console.error(error);
      reply({ kind: "error", invocationId, errorType: error instanceof Error ? error.name : "Error", message: textOf(error) });
    }
  });
}

function contextOf(invocation: Invocation): Record<string, unknown> {
  const deadlineMs = Date.now() + invocation.timeoutMs;
  return {
    awsRequestId: invocation.invocationId,
    functionName: invocation.functionName,
    functionVersion: "$LATEST",
    invokedFunctionArn: invocation.functionArn,
    memoryLimitInMB: String(invocation.memoryMb),
    logGroupName: `/aws/lambda/${invocation.functionName}`,
    logStreamName: "local",
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
  };
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
