import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWeb } from "@kartis/local/build-web.ts";
import { startMeasuredCloud } from "../bench/measured-cloud.ts";
import { measureAutomations } from "./automations.ts";
import { measureFairness } from "./fairness.ts";
import { measureMemory } from "./memory.ts";
import { measureOrganizations } from "./organizations.ts";
import { measureScrolling } from "./scrolling.ts";
import { measureTails } from "./tails.ts";

/*
 * What the system costs where it is large: `npm run scale -- [memory 1000 10000 …] [organizations 10000] [tails 50] [fairness 20000] [automations 10000] [scrolling 5000]`.
 * Each takes minutes and prints its figures; nothing fails by a clock.
 */
const measures: Readonly<Record<string, (origin: string, numbers: readonly number[]) => Promise<void>>> = {
  memory: (origin, sizes) => measureMemory(origin, sizes.length > 0 ? sizes : [1_000, 10_000, 100_000, 1_000_000]),
  organizations: (_, [count = 10_000]) => measureOrganizations(count),
  tails: (origin, [processes = 50]) => measureTails(origin, processes),
  fairness: (origin, [cards = 20_000]) => measureFairness(origin, cards),
  automations: (origin, [records = 10_000]) => measureAutomations(origin, records),
  scrolling: (origin, [entries = 5_000]) => measureScrolling(origin, entries),
};

const [name = "", ...numbers] = process.argv.slice(2);
const measure = measures[name];
if (!measure) {
  console.error(`One of: ${Object.keys(measures).join(", ")}`);
  process.exit(2);
}
const folder = await mkdtemp(join(tmpdir(), "kartis-scale-"));
try {
  const { webDist } = await buildWeb();
  const cloud = await startMeasuredCloud(join(folder, "cloud"), webDist);
  try {
    await measure(cloud.origin, numbers.map(Number));
  } finally {
    await cloud.close();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit(0);
