import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { functions } from "@kartis/functions/functions.ts";
import { subscriptions } from "@kartis/events/subscriptions.ts";
import { bundle, repositoryRoot } from "@kartis/stacks/bundle.ts";

export interface Sizes {
  /** The scripts that index.html names: the entry and what it preloads. */
  readonly webInitialJsGzipKb: number;
  readonly lambdas: Readonly<Record<string, { readonly kb: number; readonly importMs: number }>>;
}

/** What a browser and a cold Lambda have to load. */
export async function measureSizes(webDist: string): Promise<Sizes> {
  const html = readFileSync(join(webDist, "index.html"), "utf8");
  const scripts = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1] ?? "");
  const bytes = scripts.reduce((sum, script) => sum + gzipSync(readFileSync(join(webDist, script)), { level: 9 }).length, 0);
  const lambdas: Record<string, { kb: number; importMs: number }> = {};
  for (const spec of [...functions, ...subscriptions]) {
    const { path } = await bundle(spec, join(repositoryRoot, ".local/build"), repositoryRoot);
    lambdas[spec.name] = { kb: Math.round(statSync(path).size / 1024), importMs: importMs(path) };
  }
  return { webInitialJsGzipKb: Math.round(bytes / 102.4) / 10, lambdas };
}

/** The best of five fresh processes: what importing takes, without what the machine does meanwhile. */
function importMs(path: string): number {
  const script = `const began = performance.now(); await import(${JSON.stringify(path)}); process.stdout.write(String(performance.now() - began)); process.exit(0);`;
  const runs = Array.from({ length: 5 }, () =>
    Number(
      execFileSync(process.execPath, ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", script], {
        encoding: "utf8",
      }),
    ),
  );
  return Math.round(Math.min(...runs));
}
