import { aroundRequests } from "../../data/connection.ts";
import { isId } from "../../kernel/id.ts";
import { gather } from "./sweep.ts";

/** A process that gathers one mail, and is killed right before or right after its transaction is made. */
const [orgId, userId, moment] = process.argv.slice(2);
aroundRequests(async ({ operation }, next) => {
  if (operation !== "TransactWriteItems") return next();
  if (moment === "after") await next();
  process.kill(process.pid, "SIGKILL");
  return next();
});
if (isId("org", orgId) && isId("usr", userId)) await gather(orgId, userId, { now: () => Date.now() + 11 * 60_000 });
