import { callProcedure } from "@kartis/core/automations/call.ts";
import { findEnv } from "@kartis/core/kernel/env.ts";
import { callPublicly } from "@kartis/core/public-calls/index.ts";

/** Calls other systems on the internet; on a development machine also the local receiver. */
export const call = callProcedure((request) => callPublicly(request, findEnv("WEBHOOKS_LOCAL")));
