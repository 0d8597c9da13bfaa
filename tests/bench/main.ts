import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWeb } from "@kartis/local/build-web.ts";
import { measureFloors } from "./floors.ts";
import { startMeasuredCloud } from "./measured-cloud.ts";
import { measurePaint } from "./paint.ts";
import { memoryOf, watchPeak } from "./processes.ts";
import { printTable } from "./report.ts";
import { measureSizes } from "./sizes.ts";
import { measureStart } from "./start.ts";
import { type Row, workOn } from "./work.ts";

const { values } = parseArgs({
  allowNegative: true,
  options: {
    json: { type: "boolean", default: false },
    /** Sizes of organizations; with an empty one no work is measured. */
    cards: { type: "string", default: "1000,10000,100000" },
    /** `npm start` twice, a minute each, the first time after all that was built is thrown away. */
    start: { type: "boolean", default: true },
    /** Bulk edits, their revert and an import, which take the longest of all. */
    writes: { type: "boolean", default: true },
    sizes: { type: "boolean", default: true },
    /** Whether to measure lists in Chromium. */
    paint: { type: "boolean", default: true },
  },
});
const say = (text: string) => process.stderr.write(`${text}\n`);

/** One run, one machine: what is compared is measured side by side, on data that is thrown away. The load comes from this process, the cloud is another. */
const folder = await mkdtemp(join(tmpdir(), "kartis-bench-"));
try {
  const first = values.start ? await measureStart(join(folder, "first"), { isFirst: true }) : undefined;
  const again = values.start ? await measureStart(join(folder, "first"), { isFirst: false }) : undefined;
  const { webDist } = await buildWeb();
  const cards = values.cards === "" ? [] : values.cards.split(",").map(Number);
  const work = cards.length > 0 || values.paint ? await measureWork(webDist, cards) : undefined;
  const result = {
    ...work,
    ...(first && again && { starts: { first, again } }),
    ...(values.sizes && { sizes: await measureSizes(webDist) }),
  };
  if (!values.json) printTable(result);
  else process.stdout.write(`${JSON.stringify(result)}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit(0);

async function measureWork(webDist: string, sizes: readonly number[]) {
  const cloud = await startMeasuredCloud(join(folder, "work"), webDist);
  try {
    const peakOf = watchPeak(cloud.pid);
    const started = memoryOf(cloud.pid);
    const floors = await measureFloors();
    const paint = values.paint ? await measurePaint(cloud.origin) : undefined;
    const rows: Row[] = [];
    for (const size of sizes) rows.push(...(await workOn(cloud, size, { writes: values.writes, say })));
    return { rows, floors, ...(paint && { paint }), memory: { started, after: memoryOf(cloud.pid), peak: peakOf() } };
  } finally {
    await cloud.close();
  }
}
