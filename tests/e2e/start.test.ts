import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWeb } from "@kartis/local/build-web.ts";
import { freePort } from "@kartis/local/free-port.ts";
import { repositoryRoot } from "@kartis/stacks/bundle.ts";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";

let dataDir: string;
beforeAll(async () => {
  await buildWeb();
  dataDir = await mkdtemp(join(tmpdir(), "kartis-start-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** `npm start` as a person gives it, in a process group of its own, as a shell makes one. */
async function npmStart(): Promise<{ npm: ChildProcess; pid: number; ready: Promise<void> }> {
  const npm = spawn("npm", ["start"], {
    cwd: repositoryRoot,
    env: { ...process.env, KARTIS_DATA: dataDir, PORT: String(await freePort()) },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const { pid } = npm;
  if (pid === undefined) throw new Error("npm did not start");
  onTestFinished(() => {
    if (groupOf(pid).length > 0) process.kill(-pid, "SIGKILL");
  });
  let said = "";
  const ready = new Promise<void>((resolve, reject) => {
    npm.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString("utf8");
      if (said.includes("Kartis is ready")) resolve();
    });
    npm.on("exit", (code) => reject(new Error(`It ended with ${code}: ${said}`)));
  });
  ready.catch(() => undefined);
  return { npm, pid, ready };
}

/** The names of the programs whose process group it is, by /proc. */
function groupOf(pid: number): string[] {
  return readdirSync("/proc").flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      const [state, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return Number(group) === pid && state !== "Z" ? [stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"))] : [];
    } catch {
      return []; // it has ended meanwhile
    }
  });
}

it.each<[string, (pid: number) => void, number | null]>([
  ["SIGTERM to npm", (pid) => process.kill(pid, "SIGTERM"), 0],
  ["Ctrl-C, which the whole group hears", (pid) => process.kill(-pid, "SIGINT"), 0],
  // npm itself knows nothing of this signal, and so dies of it.
  ["closing the terminal", (pid) => process.kill(-pid, "SIGHUP"), null],
])("%s ends everything npm start has started", async (_, end, code) => {
  const { npm, pid, ready } = await npmStart();
  await ready;
  expect(groupOf(pid)).toContain("dynoxide");
  const exited = once(npm, "exit");
  end(pid);
  expect((await exited)[0], "in order, not by a crash").toBe(code);
  await expect.poll(() => groupOf(pid)).toEqual([]);
});

it("SIGTERM to npm while it is still starting ends it too", async () => {
  const { npm, pid } = await npmStart();
  await expect.poll(() => groupOf(pid), { interval: 5 }).toContain("dynoxide");
  const exited = once(npm, "exit");
  process.kill(pid, "SIGTERM");
  await exited;
  await expect.poll(() => groupOf(pid)).toEqual([]);
});
