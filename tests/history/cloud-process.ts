// The whole cloud with engines that misbehave, in a process that can be killed. Arguments: data folder, site, port, seed, how many calls meet a fault, and the origin of providers outside of it.
import { join } from "node:path";
import { subscriptions } from "@kartis/events/subscriptions.ts";
import { functions } from "@kartis/functions/functions.ts";
import { startCloud } from "@kartis/local/cloud.ts";
import { repositoryRoot } from "@kartis/stacks/bundle.ts";

const [dataDir = "", webDist = "", port = "", seed = "", rate = "", providers] = process.argv.slice(2);
const cloud = await startCloud({
  dataDir,
  webDist,
  port: Number(port),
  functions,
  subscriptions,
  buildDir: join(repositoryRoot, ".local/build"),
  faults: { seed: Number(seed), rate: Number(rate) },
  ...(providers ? { providers } : {}),
  onLog: (name, line) => process.stderr.write(`${name}: ${line}\n`),
  onFailure: () => process.exit(1),
});
const fates = cloud.faults?.fates;
process.on("message", (message) => {
  if (message === "calm") fates?.pause();
  else fates?.resume();
  process.send?.({ kind: "heard" });
});
process.on("disconnect", () => process.exit());
setInterval(() => process.send?.({ kind: "counts", counts: fates?.counts() ?? {} }), 250);
process.send?.({ kind: "ready", environment: cloud.environment });
