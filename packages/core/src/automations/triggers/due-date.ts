import * as z from "zod";
import { unitMs } from "../calendar.ts";
import { arrivalOf, arrivalShape, checkArrival, daysArriving, firesLate, missedArrival } from "./arrival.ts";
import { trigger } from "./definition.ts";
import { textOf, when } from "./event.ts";

/** The due date of an open task on the card, with an offset. Rescheduling the task reschedules it; tasks that are done or deleted do not fire. */
export const dueDate = trigger({
  config: z.object({ ...arrivalShape, firesLate }).superRefine(checkArrival),
  startedBy: (_, { kind }) => kind === "taskCreated",
  on: [],
  activity: "TASK",
  starts: () => false,
  variables: () => ({
    ...when,
    "task.title": ({ activity }) => textOf(activity?.["title"]),
    "task.due": ({ activity }) => ({ moment: activity?.["due"] }),
    "task.description": ({ activity }) => textOf(activity?.["description"]),
    "task.person": ({ activity }) => ({ userId: activity?.["assignedTo"] }),
  }),
  late: {
    on: ["task.create", "task.update"],
    isWanted: (config) => config.firesLate,
    missedBy: (config, change, moment) => missedArrival(config, change, "due", moment),
  },
  schedule: {
    // Every minute: a task may be due at a time of day.
    next: (_, afterMs) => new Date(Math.floor(afterMs / unitMs.minutes + 1) * unitMs.minutes).toISOString(),
    tasks: (config, window) => daysArriving(config, window),
    firesAt(config, { due }, { from, to, timeZone }) {
      if (typeof due !== "string") return null;
      const at = arrivalOf(config, due, timeZone);
      return at > from && at <= to ? at : null;
    },
  },
});
