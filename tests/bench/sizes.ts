import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { bundleFunctions } from "@kartis/stacks/bundle-functions.ts";

export interface Sizes {
  /** The scripts that every address of the app loads. */
  readonly webInitialJsGzipKb: number;
  /** Those and what a list of cards loads, in English, until its first row is shown. */
  readonly webCardsJsGzipKb: number;
  readonly lambdas: Readonly<Record<string, { readonly kb: number; readonly importMs: number }>>;
}

/** Measures what a browser and a cold Lambda have to load. */
export async function measureSizes(webDist: string): Promise<Sizes> {
  const html = readFileSync(join(webDist, "index.html"), "utf8");
  const gzipped = (scripts: readonly (string | undefined)[]) =>
    Math.round(
      scripts.reduce((sum, script = "") => sum + gzipSync(readFileSync(join(webDist, script)), { level: 9 }).length, 0) / 102.4,
    ) / 10;
  const scripts = [...html.matchAll(/(?:<script[^>]+src|data-for="(?:all|app)" href)="\/([^"]+\.js)"/g)].map((match) => match[1]);
  const chunks = [...html.matchAll(/data-for="(cards|app-en)" href="\/([^"]+\.js)"/g)].map((match) => match[2]);
  const lambdas: Record<string, { kb: number; importMs: number }> = {};
  for (const [name, { path, coldBytes }] of await bundleFunctions()) {
    lambdas[name] = { kb: Math.round(coldBytes / 1024), importMs: importMs(path) };
  }
  return { webInitialJsGzipKb: gzipped(scripts), webCardsJsGzipKb: gzipped([...scripts, ...chunks]), lambdas };
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
