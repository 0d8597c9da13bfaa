import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { BuildOptions, Metafile } from "esbuild";
import type { FunctionSpec } from "@kartis/core/kernel/deployment.ts";

export const repositoryRoot = fileURLToPath(new URL("../..", import.meta.url));

export interface Bundle {
  /** The folder that becomes the Lambda's code: `index.mjs`, the parts that it imports, and their source maps. */
  readonly directory: string;
  /** `<directory>/index.mjs`, which exports `handler`. */
  readonly path: string;
  /** All its code. */
  readonly bytes: number;
  /** What a cold start reads and parses: `index.mjs` and what that imports, without what waits for an `import()`. */
  readonly coldBytes: number;
  /** SHA-256 of all its code, in hex: the same code has the same hash on any machine. */
  readonly hash: string;
}

/** Beside the folder, not in it: what the bundle was made from, so that an unchanged one is not made again. */
interface BundleRecord {
  readonly inputs: readonly string[];
  readonly inputsHash: string;
  readonly bytes: number;
  readonly coldBytes: number;
  readonly hash: string;
}

const options = {
  bundle: true,
  platform: "node",
  target: "node24",
  format: "esm",
  // Code behind an `import()` is a file of its own, so that a cold start does not parse what few calls need.
  splitting: true,
  outExtension: { ".js": ".mjs" },
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
    hashOf(await filesIn(directory, isCode)) === previous.hash
  ) {
    const { bytes, coldBytes, hash } = previous;
    return { directory, path, bytes, coldBytes, hash };
  }

  const { build } = await import("esbuild"); // not loaded at all when everything is up to date
  const { metafile, outputFiles } = await build({
    ...options,
    absWorkingDir: root,
    entryPoints: { index: spec.entry },
    outdir: directory,
    write: false,
  });
  // esbuild also makes a part of each `import()` in code that it has left out.
  const parts = new Set(loadedParts(metafile.outputs, { lazy: true }).map((file) => basename(file)));
  const files = outputFiles
    .map((file) => ({ name: relative(directory, file.path), content: file.contents }))
    .filter(({ name }) => parts.has(name.replace(/\.map$/, "")));
  const hash = hashOf(files.filter(({ name }) => isCode(name)));
  if (hashOf(files) !== hashOf(await filesIn(directory))) await replaceDirectory(directory, files);
  const inputs = Object.keys(metafile.inputs)
    .filter((input) => !input.includes("node_modules/"))
    .toSorted();
  const made: BundleRecord = {
    inputs,
    inputsHash: await hashInputs(root, inputs),
    ...sizesOf(metafile.outputs),
    hash,
  };
  await mkdir(outDir, { recursive: true });
  await writeFile(recordFile, JSON.stringify(made));
  return { directory, path, bytes: made.bytes, coldBytes: made.coldBytes, hash };
}

interface BundledFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** In one step, so that no process that reads the folder finds half of it; one that makes the same at the same time leaves it as it is. */
async function replaceDirectory(directory: string, files: readonly BundledFile[]): Promise<void> {
  const made = `${directory}.${process.pid}`;
  await mkdir(made, { recursive: true });
  await Promise.all(files.map(({ name, content }) => writeFile(join(made, name), content)));
  await rm(directory, { recursive: true, force: true });
  try {
    await rename(made, directory);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    if (hashOf(await filesIn(directory)) !== hashOf(files)) throw error;
  }
}

/** The entry and what it comes to by imports, an `import()` among them only if `lazy`; as esbuild names its outputs. */
function loadedParts(outputs: Metafile["outputs"], { lazy }: { lazy: boolean }): string[] {
  const loaded = new Set(Object.keys(outputs).filter((file) => file.endsWith("/index.mjs")));
  // A set may grow while it is walked: what a part imports is walked after it.
  for (const file of loaded)
    for (const { path, kind } of outputs[file]?.imports ?? [])
      if ((lazy || kind === "import-statement") && path in outputs) loaded.add(path);
  return [...loaded];
}

function sizesOf(outputs: Metafile["outputs"]): { bytes: number; coldBytes: number } {
  const sum = (files: readonly string[]) => files.reduce((total, file) => total + (outputs[file]?.bytes ?? 0), 0);
  return { bytes: sum(loadedParts(outputs, { lazy: true })), coldBytes: sum(loadedParts(outputs, { lazy: false })) };
}

async function readRecord(file: string): Promise<BundleRecord | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return undefined; // none, or one that is being written
  }
}

const isCode = (name: string) => name.endsWith(".mjs");

/** None where there is no such folder, or another process replaces it at this moment. */
async function filesIn(directory: string, isWanted = (_name: string) => true): Promise<BundledFile[]> {
  try {
    const names = (await readdir(directory)).filter(isWanted);
    return await Promise.all(names.map(async (name) => ({ name, content: await readFile(join(directory, name)) })));
  } catch {
    return [];
  }
}

function hashOf(files: readonly BundledFile[]): string {
  const hash = createHash("sha256");
  for (const { name, content } of files.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    hash.update(`\0${name}\0${content.length}\0`).update(content);
  return hash.digest("hex");
}

/** The lock file stands for all of node_modules, whose thousands of files would take longer to read than to bundle. */
async function hashInputs(root: string, inputs: readonly string[]): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify(options));
  const files = [relative(root, join(repositoryRoot, "package-lock.json")), relative(root, import.meta.filename), ...inputs];
  const contents = await Promise.all(files.map((file) => readFile(join(root, file)).catch(() => "missing")));
  for (const [index, content] of contents.entries()) hash.update(`\0${files[index]}\0`).update(content);
  return hash.digest("hex");
}
