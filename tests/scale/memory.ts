import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import * as z from "zod";
import { writeSnapshot } from "@kartis/core/replicas.ts";
import { seedBenchCards } from "../bench/seed.ts";
import { found } from "./organization.ts";

const Figures = z.object({
  loadMs: z.number(),
  listMs: z.number(),
  firstListMs: z.number(),
  searchMs: z.number(),
  ownMb: z.number(),
  peakMb: z.number(),
});
type MemoryFigures = z.infer<typeof Figures>;

/** One organization that grows: what a process that answers its lists loads, holds and takes for a page, at each of the sizes (numbers of cards). */
export async function measureMemory(origin: string, sizes: readonly number[]): Promise<void> {
  const { orgId, typeId, list, session } = await found(origin);
  let cards = 0;
  console.log("cards      snapshot MB  replica MB  load ms  first list ms  list ms  search ms  own MB  peak MB");
  for (const size of sizes) {
    while (cards < size) {
      const more = Math.min(10_000, size - cards);
      await seedBenchCards(orgId, typeId, more, cards);
      cards += more;
      process.stderr.write(`\r${cards} cards`);
    }
    process.stderr.write("\r");
    const began = performance.now();
    const { bytes, replicaBytes } = await writeSnapshot(orgId);
    const wroteMs = performance.now() - began;
    const figures = await inFreshProcess(orgId, list);
    const row = [
      (bytes / 1e6).toFixed(1).padStart(11),
      (replicaBytes / 1e6).toFixed(1).padStart(10),
      figures.loadMs.toFixed(0).padStart(7),
      figures.firstListMs.toFixed(1).padStart(13),
      figures.listMs.toFixed(2).padStart(7),
      figures.searchMs.toFixed(2).padStart(9),
      figures.ownMb.toFixed(0).padStart(6),
      figures.peakMb.toFixed(0).padStart(7),
    ];
    console.log(`${String(cards).padEnd(9)}  ${row.join("  ")}   (caught up and written in ${(wroteMs / 1000).toFixed(1)} s)`);
  }
  session.close();
}

async function inFreshProcess(orgId: string, list: unknown): Promise<MemoryFigures> {
  const child = fork(join(import.meta.dirname, "memory-process.ts"), [orgId, JSON.stringify(list)], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const [message] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => {
      throw new Error(`The process ended: ${String(code)}`);
    }),
  ]);
  return Figures.parse(message);
}
