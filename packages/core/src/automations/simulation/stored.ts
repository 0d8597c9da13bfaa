import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Clock } from "../../kernel/clock.ts";
import { recalled, remember, type RunningOperation } from "../../operations/index.ts";
import { keptHours, type ListedRun, type SimulationResult } from "./schema.ts";

/** Runs on a page, and bytes of one that is stored: an item of the table holds 400 KB. */
const runsOnPage = 50;
const mostBytes = 300_000;

const packed = (value: unknown): Uint8Array => zstdCompressSync(Buffer.from(JSON.stringify(value)));

/** A page's runs, in as many pages as they need. */
function pagesOf(runs: readonly ListedRun[]): Uint8Array[] {
  const bytes = packed(runs);
  if (bytes.byteLength <= mostBytes || runs.length < 2) return [bytes];
  const half = Math.ceil(runs.length / 2);
  return [...pagesOf(runs.slice(0, half)), ...pagesOf(runs.slice(half))];
}

/** Stores the result: the runs page by page, then what is said of them all. Repeating it overwrites. */
export async function storeResult(
  operation: RunningOperation,
  runs: readonly ListedRun[],
  result: Omit<SimulationResult, "pages">,
  clock: Clock,
): Promise<void> {
  let pages = 0;
  for (let at = 0; at < runs.length; at += runsOnPage)
    for (const bytes of pagesOf(runs.slice(at, at + runsOnPage)))
      await remember(operation, ++pages, bytes, clock, keptHours / 24);
  await remember(operation, 0, packed({ ...result, pages } satisfies SimulationResult), clock, keptHours / 24);
}

async function read(operation: RunningOperation, part: number): Promise<unknown> {
  const bytes = await recalled(operation, part);
  return bytes && JSON.parse(zstdDecompressSync(bytes).toString("utf8"));
}

/** What is said of all runs; undefined if it is no longer kept. */
export const storedResult = async (operation: RunningOperation) => (await read(operation, 0)) as SimulationResult | undefined; // as it was stored

/** The runs of a page, newest first; empty for one that does not exist. */
export const storedRuns = async (operation: RunningOperation, page: number) =>
  ((await read(operation, page)) ?? []) as ListedRun[]; // as it was stored
