import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { BuildOptions, Metafile } from "esbuild";
import { hashProjectionCode } from "@kartis/core/data/replica/code-hash.ts";
import type { FunctionSpec } from "@kartis/core/kernel/deployment.ts";
import { commonPasswords } from "./common-passwords.ts";

export const repositoryRoot = fileURLToPath(new URL("../..", import.meta.url));

export interface Bundle {
  /** The folder that becomes the Lambda's code: `index.mjs`, the parts that it imports, and their source maps. */
  readonly directory: string;
  /** `<directory>/index.mjs`, which exports `handler`. */
  readonly path: string;
  /** Size of all its code. */
  readonly bytes: number;
  /** Bytes that a cold start reads and parses: `index.mjs` and its static imports, without dynamic `import()`s. */
  readonly coldBytes: number;
  /** SHA-256 of all its code, in hex: the same code has the same hash on any machine. */
  readonly hash: string;
}

/** Replacements for packages in the bundle. */
const alias = { "@aws-sdk/lib-dynamodb": join(repositoryRoot, "packages/core/src/data/engine/commands.ts") };

type BundledSpec = Pick<FunctionSpec, "name" | "entry">;

/** Beside the folders, not in one: what the bundles were made from, so that unchanged ones are not made again. */
interface BuildRecord {
  /** Entries by function name, relative to the root. */
  readonly entries: Readonly<Record<string, string>>;
  readonly inputs: readonly string[];
  readonly inputsHash: string;
  readonly made: Readonly<Record<string, Made>>;
}

type Made = Pick<Bundle, "bytes" | "coldBytes" | "hash">;

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
 * Bundles one Lambda, the AWS SDK included, into `<outDir>/<name>/`, as it is deployed: nothing in it that this function does not come to.
 * Does nothing when neither its own files nor the installed packages (by the lock file) changed since the last time.
 * @param root where `spec.entry` starts from
 * @throws BuildFailure of esbuild, naming file and line
 */
export async function bundle(spec: BundledSpec, outDir: string, root = repositoryRoot): Promise<Bundle> {
  const made = (await bundlePass([spec], join(outDir, `${spec.name}.inputs.json`), outDir, root)).get(spec.name);
  if (made === undefined) throw new Error(`${spec.name} was not bundled`);
  return made;
}

/**
 * The same for many at once, as the local cloud runs them, by function name: what they share is read and parsed once. For nineteen that takes a fifth of the
 * time and a tenth of the memory. It is not for deployment: a file that two functions share holds what either of them needs, and comes as a part of its own,
 * which costs a cold start a tenth.
 */
export const bundleTogether = (
  specs: readonly BundledSpec[],
  outDir: string,
  root = repositoryRoot,
): Promise<ReadonlyMap<string, Bundle>> => bundlePass(specs, join(outDir, "together.inputs.json"), outDir, root);

async function bundlePass(
  specs: readonly BundledSpec[],
  recordFile: string,
  outDir: string,
  root: string,
): Promise<ReadonlyMap<string, Bundle>> {
  const entries = Object.fromEntries(specs.map(({ name, entry }) => [name, entry]));
  const previous = await readRecord(recordFile);
  if (previous !== undefined && (await isCurrent(previous, entries, outDir, root))) return bundlesOf(previous.made, outDir);

  const { metafile, outputFiles } = await runEsbuild(entries, outDir, root);
  const contents = new Map(outputFiles.map(({ path, contents: code }) => [basename(path), code]));
  const made: Record<string, Made> = {};
  for (const { name } of specs) made[name] = await writeBundle(name, metafile.outputs, contents, outDir);
  const inputs = Object.keys(metafile.inputs)
    .filter((input) => !input.includes("node_modules/"))
    .toSorted();
  const record: BuildRecord = { entries, inputs, inputsHash: await hashInputs(root, inputs), made };
  await mkdir(outDir, { recursive: true });
  await writeFile(recordFile, JSON.stringify(record));
  return bundlesOf(made, outDir);
}

const bundlesOf = (made: BuildRecord["made"], outDir: string): ReadonlyMap<string, Bundle> =>
  new Map(
    Object.entries(made).map(([name, one]) => {
      const directory = join(outDir, name);
      return [name, { directory, path: join(directory, "index.mjs"), ...one }];
    }),
  );

async function isCurrent(record: BuildRecord, entries: BuildRecord["entries"], outDir: string, root: string): Promise<boolean> {
  if (JSON.stringify(record.entries) !== JSON.stringify(entries)) return false;
  if ((await hashInputs(root, record.inputs)) !== record.inputsHash) return false;
  for (const [name, { hash }] of Object.entries(record.made))
    if (hashOf(await filesIn(join(outDir, name), isCode)) !== hash) return false;
  return true;
}

/**
 * One build at a time: `stop` ends the service of every build of this process, and each that runs beside another holds its own copy of all that it read.
 * Left running, the service would hold its memory for as long as we live.
 */
let building: Promise<unknown> = Promise.resolve();

function runEsbuild(entries: BuildRecord["entries"], outDir: string, root: string) {
  const built = building.then(async () => {
    const { build, stop } = await import("esbuild"); // not loaded at all when everything is up to date
    try {
      return await build({
        ...options,
        alias,
        plugins: [commonPasswords],
        define: defined(),
        absWorkingDir: root,
        entryPoints: entries,
        // As deep as a bundle's own folder, so that the paths in source maps hold there.
        outdir: join(outDir, "all"),
        write: false,
      });
    } finally {
      await stop();
    }
  });
  building = built.catch(() => undefined);
  return built;
}

/** Copies the entry, as `index.mjs`, and the parts that it comes to into a folder of their own: a Lambda is uploaded whole and alone. */
async function writeBundle(
  name: string,
  outputs: Metafile["outputs"],
  contents: ReadonlyMap<string, Uint8Array>,
  outDir: string,
): Promise<Made> {
  const directory = join(outDir, name);
  const entry = `${name}.mjs`;
  const files = loadedParts(outputs, entry, { lazy: true }).flatMap((part): BundledFile[] => {
    const code = contents.get(basename(part)) ?? new Uint8Array();
    const map = contents.get(`${basename(part)}.map`) ?? new Uint8Array();
    if (basename(part) !== entry) {
      return [
        { name: basename(part), content: code },
        { name: `${basename(part)}.map`, content: map },
      ];
    }
    const named = Buffer.from(code)
      .toString("utf8")
      .replace(`//# sourceMappingURL=${entry}.map`, "//# sourceMappingURL=index.mjs.map");
    return [
      { name: "index.mjs", content: Buffer.from(named) },
      { name: "index.mjs.map", content: map },
    ];
  });
  if (hashOf(files) !== hashOf(await filesIn(directory))) await replaceDirectory(directory, files);
  const bytesOf = (parts: readonly string[]) => parts.reduce((sum, part) => sum + (outputs[part]?.bytes ?? 0), 0);
  return {
    bytes: bytesOf(loadedParts(outputs, entry, { lazy: true })),
    coldBytes: bytesOf(loadedParts(outputs, entry, { lazy: false })),
    hash: hashOf(files.filter((file) => isCode(file.name))),
  };
}

interface BundledFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** Replaces the folder in one step, so that readers never see half of it; a process that produces the same at the same time leaves it as it is. */
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
function loadedParts(outputs: Metafile["outputs"], entry: string, { lazy }: { lazy: boolean }): string[] {
  const loaded = new Set(Object.keys(outputs).filter((file) => basename(file) === entry));
  // A set may grow while it is walked: what a part imports is walked after it.
  for (const file of loaded)
    for (const { path, kind } of outputs[file]?.imports ?? [])
      if ((lazy || kind === "import-statement") && path in outputs) loaded.add(path);
  return [...loaded];
}

async function readRecord(file: string): Promise<BuildRecord | undefined> {
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

/** Constants that are replaced at bundling time. */
const defined = (): Record<string, string> => ({ PROJECTION_CODE: JSON.stringify(hashProjectionCode()) });

/** The lock file stands for all of node_modules, whose thousands of files would take longer to read than to bundle. */
async function hashInputs(root: string, inputs: readonly string[]): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify({ ...options, alias, define: defined() }));
  const ours = [
    join(repositoryRoot, "package-lock.json"),
    import.meta.filename,
    join(import.meta.dirname, "common-passwords.ts"),
  ];
  const files = [...ours.map((file) => relative(root, file)), ...inputs];
  const contents = await Promise.all(files.map((file) => readFile(join(root, file)).catch(() => "missing")));
  for (const [index, content] of contents.entries()) hash.update(`\0${files[index]}\0`).update(content);
  return hash.digest("hex");
}
