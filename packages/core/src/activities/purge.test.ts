import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dueActions } from "../cards/trash/actions.ts";
import { noteTrash } from "../cards/trash/due.ts";
import { purgeDueCards, sweepTrash } from "../cards/trash/purge.ts";
import { trashDays } from "../cards/trash/rules.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { recordOf } from "../data/payloads.ts";
import { usedOf } from "../plans/index.ts";
import { findActivities, taskProcedures } from "./index.ts";
import { purgeDueActivities } from "./purge.ts";

const dayMs = 86_400_000;

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

it("tasks leave the trash for good after its days, and no others", async () => {
  // The replica queries records by the time of day: what is tested here lies in the future.
  let nowMs = Math.ceil(Date.now() / dayMs) * dayMs + 21 * 3_600_000;
  const clock = { now: () => nowMs };
  const owner = await newOwner({ clock });
  const task = async (title: string) =>
    (await owner.call(named(taskProcedures, "tasks.create"), { title, due: "2030-01-01" })).id;
  const [kept, gone, back] = [await task("Kept"), await task("Gone"), await task("Back")];
  await owner.call(named(taskProcedures, "tasks.removeMany"), { taskIds: [gone, back] });
  await owner.call(named(taskProcedures, "tasks.restore"), { taskId: back });
  for (const record of await latestRecords(owner.orgId, 100, null)) await noteTrash(recordOf(record, dueActions));
  const sweep = () => sweepTrash(clock, 60_000, [purgeDueActivities, purgeDueCards]);
  const left = async () => [...(await findActivities(owner.orgId, [kept, gone, back])).keys()].toSorted();

  nowMs += trashDays * dayMs - 1;
  expect(await sweep()).toEqual({ failed: 0 });
  expect(await left()).toEqual([kept, gone, back].toSorted());
  nowMs += 2 * dayMs;
  expect(await sweep()).toEqual({ failed: 0 });
  expect(await left()).toEqual([kept, back].toSorted());
  expect(await usedOf(owner.orgId, "activities")).toBe(2);
  const [record] = await latestRecords(owner.orgId, 1, null);
  expect(record).toMatchObject({
    actor: { kind: "system", id: "trash" },
    changes: [{ action: "task.purge", subject: { kind: "activity", id: gone }, after: null }],
  });
});
