import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

const root = join(import.meta.dirname, "../..");

export interface Import {
  /** Paths from the repository's root. */
  readonly from: string;
  /** A path from the root for our own code; otherwise the package's name as written. */
  readonly to: string;
  readonly typeOnly: boolean;
}

const packages: Readonly<Record<string, string>> = {
  "@kartis/core/": "packages/core/src/",
  "@kartis/i18n/": "packages/i18n/src/",
  "@kartis/local/": "packages/local/src/",
  "@kartis/simulators/": "packages/simulators/src/",
  "@kartis/functions/": "functions/",
  "@kartis/events/": "events/",
  "@kartis/stacks/": "stacks/src/",
  "@kartis/tests/": "tests/",
};

/** Every source file of the product and its tests. */
export const sources: readonly string[] = globSync("{packages/*/src,functions,events,stacks,web/src,tests}/**/*.{ts,tsx}", {
  cwd: root,
  exclude: (path) => path.includes("node_modules") || path.includes("dist"),
});

const statement = /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^;"']*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/g;

/** Imports of each file, our own code by its path. */
export const imports: readonly Import[] = sources.flatMap((from) => {
  const text = readFileSync(join(root, from), "utf8");
  return [...text.matchAll(statement)].map((match) => ({
    from,
    to: resolve(from, match[2] ?? match[3] ?? ""),
    typeOnly: match[1] !== undefined,
  }));
});

function resolve(from: string, specifier: string): string {
  const bare = specifier.split("?")[0] ?? "";
  if (bare.startsWith(".")) return relative(root, normalize(join(root, dirname(from), bare)));
  const own = Object.keys(packages).find((prefix) => bare.startsWith(prefix));
  return own ? `${packages[own]}${bare.slice(own.length)}` : bare;
}

export const isTest = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) || path.startsWith("tests/") || path.endsWith(".fixture.ts");
export const textOf = (path: string): string => readFileSync(join(root, path), "utf8");
