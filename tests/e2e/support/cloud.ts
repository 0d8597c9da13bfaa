import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { subscriptions } from "@kartis/events/subscriptions.ts";
import { functions } from "@kartis/functions/functions.ts";
import { type Cloud, startCloud } from "@kartis/local/cloud.ts";
import { repositoryRoot } from "@kartis/stacks/bundle.ts";

/** A cloud in this process, on data that is thrown away when it is closed. */
export interface TemporaryCloud {
  /** The one that runs now: `restart` replaces it. */
  readonly cloud: Cloud;
  /** Stops the cloud and starts it again on the same data, at the same address. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function startTemporaryCloud(webDist: string): Promise<TemporaryCloud> {
  const dataDir = await mkdtemp(join(tmpdir(), "kartis-e2e-"));
  const options = { dataDir, webDist, functions, subscriptions, buildDir: join(repositoryRoot, ".local/build") };
  let cloud = await startCloud(options);
  return {
    get cloud() {
      return cloud;
    },
    async restart() {
      const { port } = new URL(cloud.origin);
      await cloud.close();
      cloud = await startCloud({ ...options, port: Number(port) });
    },
    async close() {
      await cloud.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
