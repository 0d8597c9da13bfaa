import type { Occurrence } from "@kartis/core/activities/meetings/meeting.ts";
import { expect, it } from "vitest";
import { occurrenceWith } from "../meetings.fixture.ts";
import { endPending, showPending, shownOccurrences } from "./pending.ts";

const occurrence = (meetingId: Occurrence["meetingId"], title: string) => occurrenceWith({ meetingId, title });
const titles = (answered: readonly Occurrence[]) => shownOccurrences(answered).map(({ title }) => title);

it("shows a change over what was answered, until it is ended", () => {
  const answered = [occurrence("act_a", "Kickoff"), occurrence("act_b", "Review")];
  const renamed = {
    isOf: ({ title }: Occurrence) => title === "Kickoff",
    become: (it: Occurrence) => ({ ...it, title: "Start" }),
  };
  const removed = { isOf: ({ title }: Occurrence) => title === "Review", become: () => undefined };
  showPending(renamed);
  showPending(removed);
  expect(titles(answered)).toEqual(["Start"]);
  endPending(removed);
  expect(titles(answered)).toEqual(["Start", "Review"]);
  endPending(renamed);
  expect(shownOccurrences(answered)).toBe(answered);
});

it("shows what is being made once, also when the answer has it already", () => {
  const made = { isOf: () => false, become: (same: Occurrence) => same, made: occurrence("act_c", "New") };
  showPending(made);
  expect(titles([])).toEqual(["New"]);
  expect(titles([occurrence("act_c", "New")])).toEqual(["New"]);
  endPending(made);
  expect(titles([])).toEqual([]);
});
