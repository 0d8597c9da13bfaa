import { expect, it } from "vitest";
import { noFigures } from "../../cards/figures/schema.ts";
import { figuresOfActivities } from "./rules.ts";

const now = "2030-01-01T12:00:00.000Z";
const made = { createdAt: "2029-12-01T00:00:00.000Z" };
const cardId = "crd_1";
const meeting = { cardId, start: now, minutes: 30, timeZone: "UTC", guests: [], answers: [], exceptions: [] };
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
  expect(figuresOfActivities([activity], now, new Set([cardId]))).toEqual({ ...noFigures, ...expected });
});

it("a card that is a guest of a series, or of single times of it, has those times", () => {
  const guest = { id: "gst_1", cardId, email: null, name: null };
  const [before, after, last] = ["2029-12-25", "2030-01-15", "2030-01-22"];
  const figuresWith = (guests: readonly object[], exceptions: readonly object[]) =>
    figuresOfActivities(
      [
        {
          ...made,
          type: "MEETING",
          values: { ...meeting, start: "2029-12-04T12:00:00.000Z", cardId: null, repeat: weekly, guests, exceptions },
        },
      ],
      now,
      new Set([cardId]),
    );
  const only = (day: string) => ({ type: "changed", day, guests: { added: [guest], removed: [] } });
  expect(figuresWith([], [only(before), only(after), only(last)])).toMatchObject({
    lastActivityAt: `${before}T12:00:00.000Z`,
    nextMeetingAt: `${after}T12:00:00.000Z`,
  });
  const without = { type: "changed", day: "2030-01-08", guests: { added: [], removed: [guest.id] } };
  expect(figuresWith([guest], [without])).toMatchObject({ lastActivityAt: now, nextMeetingAt: `${after}T12:00:00.000Z` });
});
