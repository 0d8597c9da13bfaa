import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { functions } from "@kartis/functions/functions.ts";
import { subscriptions } from "@kartis/events/subscriptions.ts";
import { buildApp } from "./app.ts";
import { repositoryRoot } from "./bundle.ts";
import { bundleFunctions } from "./bundle-functions.ts";
import { settingsFrom } from "./settings.ts";

/*
 * Bundles every function and synthesises every stack, from the settings in KARTIS_* variables, into the folder given as the argument,
 * or where `cdk --app "node stacks/src/synth-cli.ts"` asks for it.
 */
const [outdir] = process.argv.slice(2);
const webDist = join(repositoryRoot, "web", "dist");

try {
  const settings = settingsFrom(process.env);
  if (!existsSync(join(webDist, "index.html"))) throw new Error("The site is not built: npm run build:web");
  const bundles = await bundleFunctions();
  const codeOf = (name: string): string => {
    const made = bundles.get(name);
    if (!made) throw new Error(`${name} has no bundle`);
    return made.directory;
  };
  buildApp({
    settings,
    functions,
    subscriptions,
    codeOf,
    webDist,
    ...(outdir !== undefined && { outdir: resolve(outdir) }),
  }).synth();
} catch (error) {
  // The whole of it: a parent process shows its user what is written here.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
