import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { functions } from "@kartis/functions/functions.ts";
import { subscriptions } from "@kartis/events/subscriptions.ts";
import { startCloud } from "@kartis/local/cloud.ts";
import { buildWeb } from "@kartis/local/build-web.ts";
import { measureFloors } from "./floors.ts";
import { printTable } from "./report.ts";
import { measureSizes } from "./sizes.ts";
import { type Row, workOn } from "./work.ts";

const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, cards: { type: "string", default: "1000,10000,100000" } },
});
const say = (text: string) => process.stderr.write(`${text}\n`);

/** One run, one machine, one process each: what is compared is measured side by side, on data that is thrown away. */
const dataDir = await mkdtemp(join(tmpdir(), "kartis-bench-"));
const { webDist } = await buildWeb();
const cloud = await startCloud({ dataDir, webDist, functions, subscriptions });
Object.assign(process.env, cloud.environment);
try {
  const floors = await measureFloors();
  const rows: Row[] = [];
  for (const cards of values.cards.split(",").map(Number)) rows.push(...(await workOn(cloud, cards, say)));
  const result = { rows, floors, sizes: await measureSizes(webDist) };
  if (!values.json) printTable(result);
  else process.stdout.write(`${JSON.stringify(result)}\n`);
} finally {
  await cloud.close();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(0);
