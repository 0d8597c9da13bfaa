import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request as send, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Draw, Fates } from "./fates.ts";
import { type Fault, type Weights, leavesAnswer } from "./fault.ts";
import type { Call, FaultyService, Reply } from "./service.ts";

export interface ProxyOptions {
  /** URL of the engine for this call: `http://127.0.0.1:<port>`. */
  readonly targetOf: (call: Call) => string;
  /** The service being called; undefined for calls that are passed on untouched. */
  readonly serviceOf: (call: Call) => { readonly name: string; readonly service: FaultyService } | undefined;
  readonly fates: Fates;
  /** Lets the answers that are streamed arrive whole. */
  readonly sparesStreams: boolean;
}

export interface Proxy {
  readonly url: string;
  close(): Promise<void>;
}

/** A repeated call meets at most this many faults, so that what an SDK's client repeats (three attempts in all) ends well. */
const faultsPerInvocation = 2;
/** A client that waits longer than this is disconnected with a reset. */
const longestHangMs = 8_000;
const longestDelayMs = 150;

/** A server in front of an engine, which does to each call what its fate says. */
export async function startProxy({ targetOf, serviceOf, fates, sparesStreams }: ProxyOptions): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true });
  const met = new Map<string, number>();

  const server = createServer((request, response) => {
    void handle(request, response).catch(() => request.socket.destroy());
  });
  server.keepAliveTimeout = 75_000;
  server.requestTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = {
      method: request.method ?? "GET",
      url: request.url ?? "/",
      headers: request.headers,
      body: await bodyOf(request),
    };
    const found = serviceOf(call);
    const operation = found?.service.operationOf(call);
    if (!found || operation === undefined) return answer(response, await pass(call));
    const kind = `${found.name}.${operation}`;
    const fate = isSpared(call) ? undefined : fates.next(kind, weightsOf(found.service, operation, call));
    const isMet = fate && (await meet(found.service, operation, fate.fault, { call, request, response, draw: fate.draw }));
    if (isMet) {
      fates.happened(kind, fate.fault);
      if (fate.fault !== "delay") remember(call);
    } else answer(response, await pass(call));
  }

  function weightsOf(service: FaultyService, operation: string, call: Call): Weights {
    const weights = service.weightsOf(operation, call);
    if (!sparesStreams || !service.isStreamed?.(operation)) return weights;
    return Object.fromEntries(Object.entries(weights).filter(([fault]) => leavesAnswer.has(fault)));
  }

  interface Exchange {
    readonly call: Call;
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly draw: Draw;
  }

  /** @returns false where the fault does not fit the call. */
  async function meet(
    service: FaultyService,
    operation: string,
    fault: Fault,
    { call, request, response, draw }: Exchange,
  ): Promise<boolean> {
    switch (fault) {
      case "throttle":
      case "conflict":
      case "expired":
        answer(response, service.refuse(operation, fault, call, draw));
        return true;
      case "error":
        if (draw("effect") < 0.5) await pass(call);
        answer(response, service.fail());
        return true;
      case "reset":
        request.socket.resetAndDestroy();
        return true;
      case "lostAnswer":
        await pass(call);
        request.socket.resetAndDestroy();
        return true;
      case "timeOut":
        await Promise.race([once(response, "close"), delay(longestHangMs, undefined, { ref: false })]);
        request.socket.destroy();
        return true;
      case "delay":
        await delay(draw("how long") * longestDelayMs);
        answer(response, await pass(call));
        return true;
      case "duplicate":
        await pass(call);
        answer(response, await pass(call));
        return true;
      case "cutAnswer": {
        const reply = await pass(call);
        if (reply.body.length < 2) return false;
        response.writeHead(reply.status, { ...reply.headers, "content-length": reply.body.length });
        response.write(reply.body.subarray(0, reply.body.length / 2), () => request.socket.resetAndDestroy());
        return true;
      }
      case "half":
      case "shortPage":
      case "reorder": {
        const altered = service.alter(operation, fault, call, draw);
        if (!altered) return false;
        const reply = await pass({ ...call, body: altered.body });
        answer(response, reply.status === 200 ? { ...reply, body: altered.answer(reply.body) } : reply);
        return true;
      }
    }
  }

  /** Faults that end an attempt are counted by the SDK's id of the call that is repeated. */
  const isSpared = ({ headers }: Call) => (met.get(String(headers["amz-sdk-invocation-id"])) ?? 0) >= faultsPerInvocation;
  function remember({ headers }: Call): void {
    const invocation = headers["amz-sdk-invocation-id"];
    if (typeof invocation === "string") met.set(invocation, (met.get(invocation) ?? 0) + 1);
  }

  async function pass(call: Call): Promise<Reply> {
    const { method, url, headers, body } = call;
    const { "transfer-encoding": _, ...rest } = headers;
    const onward = send(new URL(url, targetOf(call)), { method, agent, headers: { ...rest, "content-length": body.length } });
    onward.end(body);
    const [reply]: IncomingMessage[] = await once(onward, "response");
    if (!reply) throw new Error("no response");
    const kept = Object.fromEntries(
      Object.entries(reply.headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    );
    return { status: reply.statusCode ?? 500, headers: kept, body: await bodyOf(reply) };
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port, not on a pipe
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
      agent.destroy();
    },
  };
}

function answer(response: ServerResponse, { status, headers, body }: Reply): void {
  const { "transfer-encoding": _, connection: __, ...kept } = headers;
  if (!response.destroyed)
    response
      .writeHead(status, {
        ...kept,
        "content-length": kept["content-length"] && body.length === 0 ? kept["content-length"] : body.length,
      })
      .end(body);
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
