// The cloud in a process of its own, so that the measuring process shares neither its threads nor its memory. Arguments: data folder, site.
import { join } from "node:path";
import { subscriptions } from "@kartis/events/subscriptions.ts";
import { functions } from "@kartis/functions/functions.ts";
import { startCloud } from "@kartis/local/cloud.ts";
import { repositoryRoot } from "@kartis/stacks/bundle.ts";

const [dataDir = "", webDist = ""] = process.argv.slice(2);
const cloud = await startCloud({ dataDir, webDist, functions, subscriptions, buildDir: join(repositoryRoot, ".local/build") });
process.once("SIGTERM", () => void cloud.close().then(() => process.exit(0)));
process.send?.({ origin: cloud.origin, environment: cloud.environment });
