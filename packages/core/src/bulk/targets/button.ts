import type { BulkButtonJob } from "../schema.ts";
import type { BulkTarget } from "./definition.ts";

/** Read when it is called: no other change of many needs automations. */
const pressing = () => import("../presses.ts");

export const buttonTarget = (job: BulkButtonJob): BulkTarget => ({
  right: ["CARDS", "update"],
  requireSense: async (context) => (await pressing()).requireSense(job, context),
  preview: async (context) => (await pressing()).preview(job, context),
  run: async (operation, context, runMs) => (await pressing()).run(job, operation, context, runMs),
});
