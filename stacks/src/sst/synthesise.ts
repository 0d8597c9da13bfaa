import { spawn } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type DeploymentPlan, readPlan } from "./plan.ts";
import { zipDirectory } from "./zip.ts";

/** An asset as a file to upload. */
export interface Upload {
  readonly objectKey: string;
  readonly file: string;
}

export interface SynthesisOptions {
  /** The repository's root. */
  readonly root: string;
  /** Folder of the cloud assembly. Emptied first. */
  readonly outdir: string;
  /** The settings, as `settingsFrom` reads them; KARTIS_ASSETS_BUCKET among them. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly bucketName: string;
}

export interface Synthesis {
  readonly plan: DeploymentPlan;
  readonly uploads: readonly Upload[];
}

/**
 * Synthesises the stacks in a process of their own, since the CDK finds its files by where its modules are and does not survive being
 * bundled into SST's program; then zips the folders among the assets. Throws with what that process wrote when it fails.
 */
export async function synthesise({ root, outdir, environment, bucketName }: SynthesisOptions): Promise<Synthesis> {
  await rm(outdir, { recursive: true, force: true });
  await mkdir(outdir, { recursive: true });
  await run(["packages/local/bin/with-node24.mjs", "stacks/src/synth-cli.ts", outdir], root, environment);
  const plan = await readPlan(outdir, bucketName);
  const uploads: Upload[] = [];
  for (const { objectKey, path, packaging } of plan.assets) {
    const source = join(outdir, path);
    const file = packaging === "zip" ? `${source}.zip` : source;
    if (packaging === "zip") await zipDirectory(source, file);
    uploads.push({ objectKey, file });
  }
  return { plan, uploads };
}

/** SST's own program may run in an older Node, or in Bun. */
async function run(args: readonly string[], cwd: string, environment: SynthesisOptions["environment"]): Promise<void> {
  const child = spawn("node", args, { cwd, env: { ...environment }, stdio: ["ignore", "ignore", "pipe"] });
  const errors: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on("error", reject);
  child.on("close", resolve);
  const code = await promise;
  if (code !== 0) throw new Error(`The stacks could not be synthesised.\n${Buffer.concat(errors).toString("utf8")}`);
}
