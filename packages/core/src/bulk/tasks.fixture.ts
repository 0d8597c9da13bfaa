import type { Owner } from "@kartis/tests/support/people.ts";
import { taskCreation, type ActivityWrite } from "../activities/index.ts";
import type { AcceptedTask } from "../activities/tasks/schema.ts";
import { commitContextOf } from "../data/commit.ts";
import { principalOf } from "../kernel/actor.ts";
import type { ActivityId } from "../kernel/id.ts";
import { commitMetered } from "../plans/index.ts";

export const timeZone = "Asia/Jerusalem";

const atOnce = 95;

/** Tasks by the number, titled from `firstNumber` on, many per transaction: a call for each of thousands would be most of the test. */
export async function makeTasks(
  owner: Owner,
  count: number,
  valuesAt: (at: number) => Partial<AcceptedTask> = () => ({}),
  firstNumber = 0,
): Promise<ActivityId[]> {
  const { orgId, userId } = owner;
  const called = await owner.context();
  const context = commitContextOf({ ...called, principal: principalOf(called.actor), level: "ORGANIZATION" });
  const ids: ActivityId[] = [];
  for (let first = 0; first < count; first += atOnce) {
    const { result } = await commitMetered(context, async (at) => {
      const made = Array.from({ length: Math.min(atOnce, count - first) }, (_, index): ActivityWrite => {
        const title = `Task ${String(firstNumber + first + index).padStart(4, "0")}`;
        const values = { title, due: "2031-03-01", assignedTo: userId, priority: null, ...valuesAt(first + index) };
        return taskCreation(orgId, values, { by: userId, timeZone, at });
      });
      const changes = made.map(({ change }) => change);
      return { writes: made.map(({ write }) => write), records: [{ changes }], result: made.map(({ activity }) => activity.id) };
    });
    ids.push(...result);
  }
  return ids;
}
