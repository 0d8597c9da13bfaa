import { callProcedure } from "@kartis/core/automations/call.ts";
import { findEnv } from "@kartis/core/kernel/env.ts";
import { callPublicly } from "@kartis/core/public-http/index.ts";

/** A longer answer is cut, so that its values cannot be read. */
const answerBytes = 65_536;

/** Calls other systems on the internet; on a development machine also the local receiver. */
export const call = callProcedure((request) =>
  callPublicly(request, findEnv("WEBHOOKS_LOCAL"), { limits: { readBytes: answerBytes, keptBytes: answerBytes } }),
);
