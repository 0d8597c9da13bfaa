import type { BulkSmsJob } from "../schema.ts";
import type { BulkTarget } from "./definition.ts";

/** Read when it is called: SMS bring their ledger, senders and templates along, which no other change of many needs. */
const sending = () => import("../sms-to-cards.ts");

export const smsTarget = (job: BulkSmsJob): BulkTarget => ({
  right: ["SMS", "create"],
  requireSense: async (context) => void (await (await sending()).sendingOf(job, context)),
  preview: async (context) => (await sending()).preview(job, context),
  run: async (operation, context, runMs) => (await sending()).run(job, operation, context, runMs),
});
