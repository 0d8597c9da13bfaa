// Runs inside a function's worker thread: loads the bundle and calls its handler as Lambda's runtime does.
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type { FromWorker, ToWorker } from "./messages.ts";

type Handler = (event: unknown, context: Record<string, unknown>) => unknown;
type Invocation = Extract<ToWorker, { kind: "invoke" }>;

const port = parentPort;
if (port === null) throw new Error("worker.ts runs as a worker thread only");
const reply = (message: FromWorker) => port.postMessage(message);

const loading = load(String(workerData));
// An import that fails is reported to each invocation; unhandled, it would end the worker before the first one can ask.
loading.catch(() => undefined);

port.on("message", (message: ToWorker) => {
  if (message.kind === "ping") reply({ kind: "pong" });
  else void run(message);
});

async function load(path: string): Promise<Handler> {
  const loaded: Record<string, unknown> = await import(pathToFileURL(path).href);
  const handler = loaded["handler"];
  if (typeof handler !== "function") throw new Error(`${path} does not export a function named handler`);
  return (event, context) => handler(event, context);
}

async function run(invocation: Invocation): Promise<void> {
  const { invocationId } = invocation;
  let handler: Handler;
  try {
    handler = await loading;
  } catch (error) {
    console.error(error);
    reply({ kind: "unloadable", invocationId, message: textOf(error) });
    return;
  }
  try {
    const result = await handler(JSON.parse(invocation.eventJson), contextOf(invocation));
    reply({ kind: "result", invocationId, resultJson: JSON.stringify(result) });
  } catch (error) {
    console.error(error);
    reply({ kind: "error", invocationId, errorType: error instanceof Error ? error.name : "Error", message: textOf(error) });
  }
}

function contextOf(invocation: Invocation): Record<string, unknown> {
  return {
    awsRequestId: invocation.invocationId,
    functionName: invocation.functionName,
    functionVersion: "$LATEST",
    invokedFunctionArn: invocation.functionArn,
    memoryLimitInMB: String(invocation.memoryMb),
    logGroupName: `/aws/lambda/${invocation.functionName}`,
    logStreamName: "local",
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, invocation.deadlineMs - Date.now()),
  };
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
