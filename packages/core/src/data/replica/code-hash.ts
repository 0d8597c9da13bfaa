import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the closure begins: every domain's projection is imported there. */
const entry = fileURLToPath(new URL("../../replicas.ts", import.meta.url));
const lockFile = fileURLToPath(new URL("../../../../../package-lock.json", import.meta.url));

/** `import … from "x"` and `export … from "x"`, without those of types, and `import("x")`. */
const imports = /(?:^|\n)\s*(?:import|export)\s(?!type\s)[^"';]*?from\s*"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/g;

/**
 * A hash of the sources that decide what a replica holds: `replicas.ts` with everything it imports, and the versions of the packages among them. Bundles of
 * different functions hold different parts of those files, so the files are hashed, not the bundle. The bundler puts the hash into each bundle as
 * `PROJECTION_CODE`; code that runs unbundled calls this.
 */
export function hashProjectionCode(): string {
  const root = dirname(entry);
  const sources = new Map<string, string>();
  const packages = new Set<string>();
  const pending = [entry];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (sources.has(file)) continue;
    const source = readFileSync(file, "utf8");
    sources.set(file, source);
    for (const [, from, lazily] of source.matchAll(imports)) {
      const specifier = from ?? lazily ?? "";
      if (specifier.startsWith(".")) pending.push(join(dirname(file), specifier));
      else if (specifier.startsWith("@kartis/"))
        throw new Error(`${file}: the projection's code is followed by relative imports alone`);
      else if (!specifier.startsWith("node:")) packages.add(packageOf(specifier));
    }
  }
  const hash = createHash("sha256");
  for (const [file, source] of [...sources].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`\0${relative(root, file).replaceAll("\\", "/")}\0`).update(source);
  hash.update(JSON.stringify(versionsOf([...packages].toSorted())));
  return hash.digest("hex").slice(0, 16);
}

/** `@scope/name` or `name`, without the path inside it. */
const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

function versionsOf(names: readonly string[]): readonly (readonly [string, string | undefined])[] {
  const { packages } = JSON.parse(readFileSync(lockFile, "utf8")) as LockFile; // npm's format
  return names.map((name) => [name, packages[`node_modules/${name}`]?.version] as const);
}
