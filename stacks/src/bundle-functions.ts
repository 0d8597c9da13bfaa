import { join } from "node:path";
import type { FunctionSpec } from "@kartis/core/kernel/deployment.ts";
import { functions } from "@kartis/functions/functions.ts";
import { subscriptions } from "@kartis/events/subscriptions.ts";
import { type Bundle, bundle, repositoryRoot } from "./bundle.ts";

/** Every Lambda of the cloud. */
export const allFunctions: readonly FunctionSpec[] = [...functions, ...subscriptions];

/** Ignored by git, and kept between runs: an unchanged bundle is not made again. */
export const bundlesDirectory = join(repositoryRoot, "dist", "functions");

/** Bundles every Lambda and returns the bundles by function name. Throws an AggregateError that names each one that fails. */
export async function bundleFunctions(outDir = bundlesDirectory): Promise<ReadonlyMap<string, Bundle>> {
  const outcomes = await Promise.allSettled(allFunctions.map((spec) => bundle(spec, outDir)));
  const failures = outcomes.flatMap((outcome, at) =>
    outcome.status === "rejected" ? [new Error(`${allFunctions[at]?.entry}: ${String(outcome.reason)}`)] : [],
  );
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join("\n"));
  return new Map(
    outcomes.flatMap((outcome, at) => {
      const name = allFunctions[at]?.name;
      return outcome.status === "fulfilled" && name !== undefined ? [[name, outcome.value] as const] : [];
    }),
  );
}
