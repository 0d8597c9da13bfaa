import { purposes } from "@kartis/events/outbound/on-intended.ts";
import { aroundRequests } from "../data/connection.ts";
import { systemClock } from "../kernel/clock.ts";
import { isId } from "../kernel/id.ts";
import { deliver } from "./index.ts";

/** A process that carries out one effect, and is killed after the provider has answered and before that is stored. */
const [orgId, effectId] = process.argv.slice(2);
aroundRequests(async ({ operation, input }, next) => {
  if (operation === "TransactWriteItems" && JSON.stringify(input).includes("reference")) process.kill(process.pid, "SIGKILL");
  return next();
});
if (isId("org", orgId) && isId("eff", effectId)) await deliver(orgId, effectId, purposes, systemClock);
