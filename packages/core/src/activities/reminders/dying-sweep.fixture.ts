import { aroundRequests } from "../../data/connection.ts";
import { isId } from "../../kernel/id.ts";
import { fire } from "./fire.ts";

/** A process that fires one reminder at a time to come, and is killed right before or right after its transaction is made. */
const [orgId, activityId, moment, inMs] = process.argv.slice(2);
aroundRequests(async ({ operation }, next) => {
  if (operation !== "TransactWriteItems") return next();
  if (moment === "after") await next();
  process.kill(process.pid, "SIGKILL");
  return next();
});
if (isId("org", orgId) && isId("act", activityId)) await fire(orgId, activityId, { now: () => Date.now() + Number(inMs) });
