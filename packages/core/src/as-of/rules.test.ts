import { describe, expect, it } from "vitest";
import type { Activity } from "../activities/index.ts";
import type { Change } from "../data/journal.ts";
import { activityAfter, activityBefore } from "./rules.ts";

const id = "act_01J00000000000000000000001";
const at = "2030-01-01T12:00:00.000Z";
const change = (version: number, before: Change["before"], after: Change["after"], action: Change["action"] = "task.update") =>
  ({ action, subject: { kind: "activity", id }, version, before, after }) satisfies Change;
const changes = [
  change(1, null, { type: "TASK", createdBy: "usr_1", title: "One" }, "task.create"),
  change(2, { title: "One" }, { title: "Two" }),
  change(3, { trashedAt: null }, { trashedAt: at }, "task.delete"),
];
/** As it was after so many of its changes. */
const after = (count: number): Activity | undefined =>
  changes.slice(0, count).reduce<Activity | undefined>((activity, next) => activityAfter(activity, next, at), undefined);
const last = after(3) ?? expect.fail("no activity");

describe("an activity's past", () => {
  it.each([0, 1, 2, 3])("is the same forwards and backwards: after %i changes", (count) => {
    expect(activityBefore(last, changes.slice(count))).toEqual(after(count));
  });

  it("does not take back changes that the activity did not have yet when it was read", () => {
    const second = after(2) ?? expect.fail("no activity");
    expect(activityBefore(second, changes.slice(1))).toEqual(after(1));
    expect(activityBefore(second, changes.slice(2))).toEqual(second);
  });

  it("ends where it is deleted for good", () => {
    expect(activityAfter(last, change(4, { trashedAt: at }, null, "task.purge"), at)).toBeUndefined();
  });
});
