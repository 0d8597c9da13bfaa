import { mkdtempSync, rmSync, watch } from "node:fs";
import { once } from "node:events";
import type { ChildProcess } from "node:child_process";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { lockDataDirectory } from "../data-directory.ts";
import { freePort } from "../free-port.ts";
import { dynoxideBinary } from "./binary.ts";
import { spawnGuarded } from "./guarded-child.ts";
import { createTable } from "./table.ts";
import type { TableDefinition } from "./table.ts";
import { openUpkeep } from "./upkeep.ts";
import { openWire } from "./wire.ts";

export interface Dynamo {
  readonly endpoint: string;
  /**
   * Starts a second process of the engine on the same file, for reads alone, and returns its endpoint. One process answers one call at a time, so a read would
   * wait for the import's transaction of a hundred items that is under way, as it never does on AWS. Reads here see every write that was acknowledged before.
   */
  startReader(): Promise<string>;
  /** Resolves when one of the engine's processes has ended, asked to or not. */
  readonly exited: Promise<void>;
  /** Creates the table unless it exists, and enforces its time-to-live from then on. Returns the ARN of its stream. */
  ensureTable(definition: TableDefinition): Promise<{ streamArn: string }>;
  /** Calls back soon after something may have been written. Returns how to end that. */
  onWrite(listener: () => void): () => void;
  /** Deletes what expired by `now` (epoch milliseconds) and returns how many items that were. Runs by itself every 30 s. */
  sweepExpired(now?: number): Promise<number>;
  close(): Promise<void>;
}

const upkeepIntervalMs = 30_000;

/**
 * Starts the DynamoDB engine (dynoxide) in a child process; ready in tens of milliseconds, so a test file may have its own.
 * Without `dataDir` the data lives in a temporary directory and goes with `close`.
 * @throws DataDirectoryInUse when another process runs on `dataDir`
 */
export async function startDynamo(options: { dataDir?: string; port?: number } = {}): Promise<Dynamo> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "kartis-dynamo-"));
  const lock = lockDataDirectory(dataDir);
  const databaseFile = join(dataDir, "dynamodb.sqlite");
  const { child, port } = await launch(databaseFile, options.port).catch((error: unknown) => {
    lock.release();
    throw error;
  });
  const endpoint = `http://127.0.0.1:${port}`;
  const wire = openWire(endpoint);
  const upkeep = openUpkeep(databaseFile, wire);
  const timer = setInterval(() => void upkeep.run(Date.now()).catch(() => undefined), upkeepIntervalMs).unref();
  const { promise: exited, resolve: exit } = Promise.withResolvers<void>();
  const exits: Promise<void>[] = [];
  const follow = (process: ChildProcess) => {
    const gone = process.exitCode === null ? once(process, "exit").then(() => undefined) : Promise.resolve();
    exits.push(gone);
    void gone.then(exit);
  };
  const children = [child];
  follow(child);

  return {
    endpoint,
    exited,
    async startReader() {
      const reader = await launch(databaseFile, undefined);
      children.push(reader.child);
      follow(reader.child);
      return `http://127.0.0.1:${reader.port}`;
    },
    async ensureTable(definition) {
      const created = await createTable(wire, definition);
      upkeep.watch(definition);
      return created;
    },
    onWrite(listener) {
      // Every write of the engine passes through its write-ahead log.
      const watcher = watch(`${databaseFile}-wal`, { persistent: false }, listener).on("error", () => undefined);
      return () => watcher.close();
    },
    sweepExpired: (now = Date.now()) => upkeep.sweepExpired(now),
    async close() {
      clearInterval(timer);
      for (const process of children) process.kill("SIGTERM");
      await Promise.all(exits);
      wire.close();
      upkeep.close();
      lock.release();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Another process may take a free port before the engine binds it; a port that the caller chose is tried once. */
async function launch(databaseFile: string, chosenPort: number | undefined): Promise<{ child: ChildProcess; port: number }> {
  const attempts = chosenPort === undefined ? 5 : 1;
  for (let attempt = 1; ; attempt++) {
    const port = chosenPort ?? (await freePort());
    const child = spawnGuarded(dynoxideBinary(), [
      "serve",
      "--host",
      "127.0.0.1",
      "--port",
      String(port),
      "--db-path",
      databaseFile,
    ]);
    let said = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-2_000)));
    if (await answers(child, port)) return { child, port };
    child.kill("SIGKILL");
    if (attempt === attempts) throw new Error(`The local DynamoDB did not start on port ${port}: ${said.trim() || "no output"}`);
  }
}

async function answers(child: ChildProcess, port: number): Promise<boolean> {
  const deadline = Date.now() + 10_000;
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    const socket = connect(port, "127.0.0.1");
    const connected = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    // A foreign server on that port answers too, but then the engine fails to bind and exits.
    if (connected) return child.exitCode === null;
    await delay(5);
  }
  return false;
}
