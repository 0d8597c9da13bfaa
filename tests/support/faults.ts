import type { Fates } from "@kartis/local/faults/fates.ts";
import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import { errorShape } from "@kartis/core/kernel/error.ts";
import { expect } from "vitest";

/** Whether the engines of this run misbehave (`npm run test:faults`). What a test says about times, or the order of messages, does not hold then. */
export const underFaults = Boolean(process.env["KARTIS_FAULTS"]);

/** One line of the report of a run under faults. */
interface FaultsOfFile {
  readonly file: string;
  readonly seed: number;
  /** Counts by `service.operation fault`. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Adds what a file's engines did to the report that the run asked for. */
export function reportFaults(fates: Fates): void {
  const report = process.env["KARTIS_FAULTS_REPORT"];
  const file = relative(process.cwd(), expect.getState().testPath ?? "");
  const line: FaultsOfFile = { file, seed: fates.seed, counts: fates.counts() };
  if (report) appendFileSync(report, `${JSON.stringify(line)}\n`);
}

const maxReceives = 8;

/**
 * Does what a queue does with a message whose consumer breaks off: it comes again. Where the engines behave there is one try, so that nothing is hidden.
 * @param isBroken says of a result that the message shall come again.
 */
export async function comingAgain<T>(
  attempt: (receives: number) => Promise<T>,
  isBroken: (result: T) => boolean = () => false,
): Promise<T> {
  for (let receives = 1; ; receives++) {
    const isLast = !underFaults || receives === maxReceives;
    try {
      const result = await attempt(receives);
      if (isLast || !isBroken(result)) return result;
    } catch (error) {
      const isEngines = ["INTERNAL_SERVER_ERROR", "SERVICE_UNAVAILABLE"].includes(errorShape(error, "").code);
      if (isLast || !isEngines) throw error;
    }
  }
}
