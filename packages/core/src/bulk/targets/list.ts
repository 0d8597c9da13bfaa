import type { BulkJob } from "../schema.ts";
import { buttonTarget } from "./button.ts";
import { cardTarget } from "./cards.ts";
import type { BulkTarget } from "./definition.ts";
import { meetingTarget } from "./meetings.ts";
import { smsTarget } from "./sms.ts";
import { taskTarget } from "./tasks.ts";

/** The target of the job; a new target is a file and a line here. */
export function targetOf(job: BulkJob): BulkTarget {
  switch (job.target) {
    case "tasks":
      return taskTarget(job);
    case "meetings":
      return meetingTarget(job);
    case "sms":
      return smsTarget(job);
    case "button":
      return buttonTarget(job);
    default:
      return cardTarget(job);
  }
}
