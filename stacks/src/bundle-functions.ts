import { join } from "node:path";
import type { FunctionSpec } from "@kartis/core/kernel/deployment.ts";
import { functions } from "@kartis/functions/functions.ts";
import { subscriptions } from "@kartis/events/subscriptions.ts";
import { type Bundle, bundle, repositoryRoot } from "./bundle.ts";

/** Every Lambda of the cloud. */
export const allFunctions: readonly FunctionSpec[] = [...functions, ...subscriptions];

/** Ignored by git, and kept between runs: an unchanged bundle is not made again. */
export const bundlesDirectory = join(repositoryRoot, "dist", "functions");

/** Bundles every Lambda, one after the other, and returns the bundles by function name. Throws an AggregateError that names each one that fails. */
export async function bundleFunctions(outDir = bundlesDirectory): Promise<ReadonlyMap<string, Bundle>> {
  const bundles = new Map<string, Bundle>();
  const failures: Error[] = [];
  for (const spec of allFunctions) {
    try {
      bundles.set(spec.name, await bundle(spec, outDir));
    } catch (error) {
      failures.push(new Error(`${spec.entry}: ${String(error)}`));
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join("\n"));
  return bundles;
}
