import type { BulkJob } from "../schema.ts";
import { cardTarget } from "./cards.ts";
import type { BulkTarget } from "./definition.ts";
import { meetingTarget } from "./meetings.ts";
import { taskTarget } from "./tasks.ts";

/** The target of the job; a new target is a file and a line here. */
export function targetOf(job: BulkJob): BulkTarget {
  if (job.target === "tasks") return taskTarget(job);
  return job.target === "meetings" ? meetingTarget(job) : cardTarget(job);
}
