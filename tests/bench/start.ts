import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "@kartis/local/free-port.ts";
import { repositoryRoot } from "@kartis/stacks/bundle.ts";
import { type Memory, memoryOf, watchPeak } from "./processes.ts";

export interface Start {
  /** Time from the command to the ready message, including npm and the launcher. */
  readonly readyMs: number;
  readonly peak: Memory;
  /** A minute after it was ready, when nobody has asked for anything. */
  readonly idle: Memory;
}

/** `npm start` as a person gives it, with all it brings along. `isFirst` forgets what earlier ones have built. */
export async function measureStart(dataDir: string, { isFirst }: { isFirst: boolean }): Promise<Start> {
  if (isFirst) {
    await rm(join(repositoryRoot, ".local/build"), { recursive: true, force: true });
    await rm(join(repositoryRoot, "node_modules/.kartis-web-hash"), { force: true });
  }
  const began = performance.now();
  const environment = { ...process.env, PORT: String(await freePort()), KARTIS_DATA: dataDir };
  const child = spawn("npm", ["start"], {
    cwd: repositoryRoot,
    env: environment,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const pid = child.pid ?? 0;
  const peakOf = watchPeak(pid);
  const ended = once(child, "exit");
  try {
    let readyMs: number | undefined;
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.includes("Kartis is ready")) continue;
      readyMs = Math.round(performance.now() - began);
      break;
    }
    if (readyMs === undefined) throw new Error("npm start ended before it was ready");
    await delay(60_000);
    return { readyMs, peak: peakOf(), idle: memoryOf(pid) };
  } finally {
    child.kill("SIGTERM");
    await Promise.race([ended, delay(10_000, undefined, { ref: false })]);
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // All have ended, as they should.
    }
  }
}
