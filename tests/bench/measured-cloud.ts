import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import * as z from "zod";

const Started = z.object({ origin: z.string(), environment: z.record(z.string(), z.string()) });

export interface MeasuredCloud {
  readonly origin: string;
  /** Id of the process whose descendants are the whole cloud. */
  readonly pid: number;
  close(): Promise<void>;
}

/** Starts the cloud as a child, and points this process's SDK at it. */
export async function startMeasuredCloud(dataDir: string, webDist: string): Promise<MeasuredCloud> {
  const child = fork(join(import.meta.dirname, "cloud-process.ts"), [dataDir, webDist], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    // As `npm start` has it.
    env: { ...process.env, MALLOC_ARENA_MAX: "2" },
  });
  const [message] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => {
      throw new Error("The cloud did not start");
    }),
  ]);
  const { origin, environment } = Started.parse(message);
  Object.assign(process.env, environment);
  return {
    origin,
    pid: child.pid ?? 0,
    async close() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}
