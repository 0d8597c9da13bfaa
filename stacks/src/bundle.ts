import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { BuildOptions } from "esbuild";
import type { FunctionSpec } from "@kartis/core/kernel/deployment.ts";

export const repositoryRoot = fileURLToPath(new URL("../..", import.meta.url));

export interface Bundle {
  /** The folder that becomes the Lambda's code: `index.mjs` and its source map. */
  readonly directory: string;
  /** `<directory>/index.mjs`, which exports `handler`. */
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 of `index.mjs`, in hex: the same code has the same hash on any machine. */
  readonly hash: string;
}

/** Beside the folder, not in it: what the bundle was made from, so that an unchanged one is not made again. */
interface BundleRecord {
  readonly inputs: readonly string[];
  readonly inputsHash: string;
  readonly bytes: number;
  readonly hash: string;
}

const options = {
  bundle: true,
  platform: "node",
  target: "node24",
  format: "esm",
  minify: true,
  keepNames: true, // names of errors and classes appear in logs
  mainFields: ["module", "main"],
  // CommonJS dependencies inside an ES module call `require` for Node's own modules.
  banner: { js: `import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);` },
  sourcemap: "linked",
  sourcesContent: false,
  metafile: true,
  logLevel: "silent",
} as const satisfies BuildOptions;

/**
 * Bundles one Lambda, the AWS SDK included, into `<outDir>/<name>/`. The stacks and the local cloud use the same bundles.
 * Does nothing when neither its own files nor the installed packages (by the lock file) changed since the last time.
 * @param root where `spec.entry` starts from
 */
export async function bundle(spec: Pick<FunctionSpec, "name" | "entry">, outDir: string, root = repositoryRoot): Promise<Bundle> {
  const directory = join(outDir, spec.name);
  const path = join(directory, "index.mjs");
  const recordFile = join(outDir, `${spec.name}.inputs.json`);

  const previous = await readRecord(recordFile);
  if (
    previous !== undefined &&
    (await hashInputs(root, previous.inputs)) === previous.inputsHash &&
    (await exists(path, previous.hash))
  ) {
    return { directory, path, bytes: previous.bytes, hash: previous.hash };
  }

  const { build } = await import("esbuild"); // not loaded at all when everything is up to date
  await rm(directory, { recursive: true, force: true });
  const { metafile } = await build({ ...options, absWorkingDir: root, entryPoints: [spec.entry], outfile: path });
  const inputs = Object.keys(metafile.inputs)
    .filter((input) => !input.includes("node_modules/"))
    .toSorted();
  const output = await readFile(path);
  const made: BundleRecord = {
    inputs,
    inputsHash: await hashInputs(root, inputs),
    bytes: output.length,
    hash: createHash("sha256").update(output).digest("hex"),
  };
  await mkdir(outDir, { recursive: true });
  await writeFile(recordFile, JSON.stringify(made));
  return { directory, path, bytes: made.bytes, hash: made.hash };
}

async function readRecord(file: string): Promise<BundleRecord | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

async function exists(path: string, hash: string): Promise<boolean> {
  const content = await readFile(path).catch(() => undefined);
  return content !== undefined && createHash("sha256").update(content).digest("hex") === hash;
}

/** The lock file stands for all of node_modules, whose thousands of files would take longer to read than to bundle. */
async function hashInputs(root: string, inputs: readonly string[]): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify(options));
  const files = [relative(root, join(repositoryRoot, "package-lock.json")), ...inputs];
  const contents = await Promise.all(files.map((file) => readFile(join(root, file)).catch(() => "missing")));
  for (const [index, content] of contents.entries()) hash.update(`\0${files[index]}\0`).update(content);
  return hash.digest("hex");
}
