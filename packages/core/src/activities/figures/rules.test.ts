import { expect, it } from "vitest";
import { noFigures } from "../../cards/figures/schema.ts";
import { figuresOfActivities } from "./rules.ts";

const now = "2030-01-01T12:00:00.000Z";
const made = { createdAt: "2029-12-01T00:00:00.000Z" };
const meeting = { start: now, minutes: 30, timeZone: "UTC", guests: [], answers: [], exceptions: [] };
const weekly = { frequency: "week", every: 1, weekdays: ["TU"], weekStart: "MO", ends: { type: "never" } };
/** Its days begin at noon of UTC. */
const noonZone = "Etc/GMT+12";
const next = "2030-01-08T12:00:00.000Z";

it.each([
  [
    "a task is overdue, and not next",
    { ...made, type: "TASK", values: { title: "T", due: now, dueAt: now } },
    { openTasks: 1, overdueTasks: 1 },
  ],
  ["a meeting has begun", { ...made, type: "MEETING", values: meeting }, { lastActivityAt: now }],
  [
    "a time of a series has begun, and the one after it is next",
    { ...made, type: "MEETING", values: { ...meeting, repeat: weekly } },
    { lastActivityAt: now, nextActivityAt: next, nextMeetingAt: next },
  ],
  [
    "a whole day of a series has begun, where its zone's day begins then",
    {
      ...made,
      type: "MEETING",
      values: { ...meeting, start: "2030-01-01", minutes: undefined, days: 1, timeZone: noonZone, repeat: weekly },
    },
    { lastActivityAt: now, nextActivityAt: next, nextMeetingAt: next },
  ],
  ["a comment counts", { type: "COMMENT", values: { text: "C" }, createdAt: now }, { lastActivityAt: now }],
] as const)("at the very instant %s", (_, activity, expected) => {
  expect(figuresOfActivities([activity], now)).toEqual({ ...noFigures, ...expected });
});
