import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { join } from "node:path";
import { freePort } from "@kartis/local/free-port.ts";
import * as z from "zod";

const Message = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready"), environment: z.record(z.string(), z.string()).optional() }),
  z.object({ kind: z.literal("counts"), counts: z.record(z.string(), z.number()) }),
  z.object({ kind: z.literal("heard") }),
]);

export interface MachineOptions {
  readonly dataDir: string;
  readonly webDist: string;
  readonly seed: number;
  /** Share of engine calls that meet a fault, from 0 to 1. */
  readonly rate: number;
  /** Origin of the simulated providers, if they outlive the cloud. */
  readonly providers?: string;
  /** Whether the two environments of the API beside the cloud's own are started; true if absent. */
  readonly apis?: boolean;
}

/** The processes that can be killed: the cloud with its own API and all consumers, and two more environments of the API. */
export const processes = ["cloud", "first", "second"] as const;
export type ProcessName = (typeof processes)[number];

/** Three processes that answer the API, each with a replica of its own, over one set of engines. What they say on stderr is in `log`. */
export class Machine {
  readonly #options: MachineOptions;
  readonly #children = new Map<ProcessName, ChildProcess>();
  readonly #ports = new Map<ProcessName, number>();
  readonly #log: WriteStream;
  #environment: Readonly<Record<string, string>> = {};
  /** Fault counts of killed clouds, and of the running one. */
  readonly #counts = new Map<number, Readonly<Record<string, number>>>();
  #clouds = 0;
  #isCalm = true;

  constructor(options: MachineOptions) {
    this.#options = options;
    this.#log = createWriteStream(join(options.dataDir, "..", "log.txt"), { flags: "a" });
  }

  async start(): Promise<void> {
    for (const name of processes) this.#ports.set(name, await freePort());
    await this.#startCloud();
    await Promise.all(this.#apis().map((name) => this.#startApi(name)));
  }

  originOf(name: ProcessName): string {
    return `http://localhost:${this.#ports.get(name) ?? 0}`;
  }

  /** The environment of a function of the cloud that runs now. */
  get environment(): Readonly<Record<string, string>> {
    return this.#environment;
  }

  /** Counts by `service.operation fault`, over all clouds so far. */
  counts(): Record<string, number> {
    const all: Record<string, number> = {};
    for (const counts of this.#counts.values())
      for (const [name, count] of Object.entries(counts)) all[name] = (all[name] ?? 0) + count;
    return all;
  }

  /** Switches the faults of the engines on or off, for every cloud. */
  async weather(weather: "calm" | "storm"): Promise<void> {
    this.#isCalm = weather === "calm";
    const cloud = this.#children.get("cloud");
    if (cloud) await this.#send(cloud, weather);
  }

  /** `kill -9`, and another one in its place. With the cloud everything dies: it has the engines. */
  async kill(name: ProcessName): Promise<void> {
    const victims = name === "cloud" ? processes : [name];
    await Promise.all(victims.map((victim) => this.#end(victim)));
    if (name === "cloud") await this.#startCloud();
    const apis = this.#apis().filter((api) => name === "cloud" || name === api);
    await Promise.all(apis.map((victim) => this.#startApi(victim)));
  }

  #apis(): ("first" | "second")[] {
    return this.#options.apis === false ? [] : ["first", "second"];
  }

  async close(): Promise<void> {
    await Promise.all(processes.map((name) => this.#end(name)));
    this.#log.end();
  }

  async #startCloud(): Promise<void> {
    const { dataDir, webDist, seed, rate, providers = "" } = this.#options;
    const incarnation = ++this.#clouds;
    const port = this.#ports.get("cloud") ?? 0;
    // Another seed for each incarnation: the same calls at each start would otherwise meet the same faults.
    const args = [dataDir, webDist, port, seed * 1_000 + incarnation, rate, providers].map(String);
    const child = this.#fork("cloud", "cloud-process.ts", args, process.env);
    child.on("message", (given) => {
      const message = Message.parse(given);
      if (message.kind === "counts") this.#counts.set(incarnation, message.counts);
      if (message.kind === "ready" && message.environment) this.#environment = message.environment;
    });
    await this.#ready(child);
    if (this.#isCalm) await this.#send(child, "calm");
  }

  async #startApi(name: "first" | "second"): Promise<void> {
    const environment = { PATH: process.env["PATH"] ?? "", ...this.#environment };
    await this.#ready(this.#fork(name, "api-process.ts", [String(this.#ports.get(name) ?? 0)], environment));
  }

  #fork(name: ProcessName, file: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
    const child = fork(join(import.meta.dirname, file), args, {
      env,
      execArgv: ["--disable-warning=ExperimentalWarning"],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      detached: true,
    });
    child.stderr?.pipe(this.#log, { end: false });
    this.#children.set(name, child);
    return child;
  }

  async #ready(child: ChildProcess): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    child.on("message", (message) => {
      if (Message.parse(message).kind === "ready") resolve();
    });
    child.on("exit", (code, signal) => reject(new Error(`It ended with ${code ?? signal} before it was ready`)));
    await promise;
  }

  async #send(child: ChildProcess, what: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    child.on("message", (message) => {
      if (Message.parse(message).kind === "heard") resolve();
    });
    child.on("exit", () => resolve());
    child.send(what);
    await promise;
  }

  /** The whole group: the cloud's engine is a process of its own. */
  async #end(name: ProcessName): Promise<void> {
    const child = this.#children.get(name);
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    process.kill(-child.pid, "SIGKILL");
    await gone;
  }
}
