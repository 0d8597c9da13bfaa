import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@kartis/stacks/bundle.ts";

/** Source folders of the site. Of core it imports only schemas and rules, but which ones is not worth finding out. */
const sources = ["web", "packages/i18n", "packages/core/src", "packages/api-client/src", "functions", "package-lock.json"];

/** Builds the site, the page of lead forms and the client of the API into `web/dist` unless it was built from the same files; returns that folder and whether it was built now. */
export async function buildWeb(): Promise<{ webDist: string; isBuilt: boolean }> {
  const webDist = join(repositoryRoot, "web/dist");
  const hashFile = join(repositoryRoot, "node_modules/.kartis-web-hash");
  const hash = await hashOf(sources.map((source) => join(repositoryRoot, source)));
  const isCurrent = existsSync(join(webDist, "index.html")) && (await readFile(hashFile, "utf8").catch(() => "")) === hash;
  if (isCurrent) return { webDist, isBuilt: false };
  await runVite();
  // Into the same folder, which the first build has emptied.
  await runVite("--config", "web/forms.vite.config.ts");
  await runVite("--config", "web/api-client.vite.config.ts");
  await writeFile(hashFile, hash);
  return { webDist, isBuilt: true };
}

/** Runs in a child process, because a build leaves behind several hundred megabytes that Kartis would keep for as long as it runs. It ends with us. */
async function runVite(...more: string[]): Promise<void> {
  const vite = spawn(
    process.execPath,
    [join(repositoryRoot, "node_modules/vite/bin/vite.js"), "build", "web", "--logLevel", "warn", ...more],
    {
      cwd: repositoryRoot,
      stdio: ["ignore", "inherit", "inherit"],
    },
  );
  const end = () => vite.kill();
  process.once("exit", end);
  const [code] = await once(vite, "exit");
  process.off("exit", end);
  if (code !== 0) throw new Error("The site could not be built");
}

async function hashOf(paths: readonly string[]): Promise<string> {
  const files = (await Promise.all(paths.map(filesIn))).flat().toSorted();
  const contents = await Promise.all(files.map((file) => readFile(file)));
  const hash = createHash("sha256");
  for (const [index, content] of contents.entries()) hash.update(`${files[index]}\0${content.length}\0`).update(content);
  return hash.digest("hex");
}

async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => undefined);
  if (entries === undefined) return [path];
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".test.ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/[\\/](dist|node_modules)[\\/]/.test(file));
}
