import { env } from "@kartis/core/kernel/env.ts";
import { principalOf } from "@kartis/core/kernel/actor.ts";
import { requirePlan } from "@kartis/core/kernel/procedure.ts";
import { issueTicket } from "@kartis/core/realtime/index.ts";
import type { Route } from "./routes.ts";

/** SPEC section 7: lets the caller join the channel of the organization they work in. The ticket is good for one connection within a minute. */
export const authoriseRealtime: Route = async (_event, context) => {
  const principal = principalOf(context.actor);
  // An ended trial blocks this way in too.
  requirePlan(principal, undefined, context.clock);
  const { orgId, userId } = principal;
  const ticket = await issueTicket(orgId, userId, context.clock);
  const url = `${env("PUBLIC_ORIGIN").replace(/^http/, "ws")}/ws`;
  return { statusCode: 200, headers: { "content-type": "application/json" }, body: JSON.stringify({ url, ticket }) };
};
