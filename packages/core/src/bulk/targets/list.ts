import type { BulkJob } from "../schema.ts";
import { cardTarget } from "./cards.ts";
import type { BulkTarget } from "./definition.ts";
import { taskTarget } from "./tasks.ts";

/** The target of the job; a new target is a file and a line here. */
export const targetOf = (job: BulkJob): BulkTarget => (job.target === "tasks" ? taskTarget(job) : cardTarget(job));
