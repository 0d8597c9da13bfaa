import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { storeFile } from "@kartis/tests/support/files.ts";
import { named, newOwner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findActivities, taskProcedures } from "../activities/index.ts";
import { cardProcedures } from "../cards/index.ts";
import { noteTrash } from "../cards/trash/due.ts";
import { sweepTrash } from "../cards/trash/purge.ts";
import { unsentDays } from "../cards/trash/rules.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { recordOf } from "../data/payloads.ts";
import { findFiles } from "../files/index.ts";
import { systemActor } from "../kernel/actor.ts";
import { newId } from "../kernel/id.ts";
import { usedOf } from "../plans/index.ts";
import { purgeUnsent } from "./unsent.ts";

const dayMs = 86_400_000;

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

it("files of a draft that was never sent go after a week, once and with a record; those of what was sent, trashed or is on a card stay", async () => {
  // The replica queries records by the time of day: what is tested here lies in the future.
  let nowMs = Math.ceil(Date.now() / dayMs) * dayMs + 21 * 3_600_000;
  const clock = { now: () => nowMs };
  const owner = await newOwner({ clock });
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  if (!type) return expect.fail();
  const { id: cardId } = await owner.call(named(cardProcedures, "cards.create"), { typeId: type.id, fields: { name: "Arbel" } });
  const [unsent, sent, trashed] = [newId("act"), newId("act"), newId("act")];
  const content = "four";
  const ofUnsent = await storeFile(owner, { name: "a.txt", content, activityId: unsent });
  const ofSent = await storeFile(owner, { name: "b.txt", content, activityId: sent });
  const ofTrashed = await storeFile(owner, { name: "c.txt", content, activityId: trashed });
  const ofCard = await storeFile(owner, { name: "d.txt", content, cardId });
  for (const [taskId, fileId] of [
    [sent, ofSent],
    [trashed, ofTrashed],
  ] as const)
    await owner.call(named(taskProcedures, "tasks.create"), { title: "Roof", due: "2030-01-01", taskId, attachments: [fileId] });
  await owner.call(named(taskProcedures, "tasks.remove"), { taskId: trashed });
  for (const record of await latestRecords(owner.orgId, 100, null))
    if (record.changes.some(({ action }) => action === "file.upload")) await noteTrash(recordOf(record, ["file.upload"]));

  const sweep = () => sweepTrash(clock, 60_000, [purgeUnsent(findActivities)]);
  const left = async () => [...(await findFiles(owner.orgId, [ofUnsent, ofSent, ofTrashed, ofCard])).keys()].toSorted();
  nowMs += unsentDays * dayMs - 1;
  expect(await sweep()).toEqual({ failed: 0 });
  // Also where something else is due that day.
  const actor = systemActor(owner.orgId, "trash");
  const context = { orgId: owner.orgId, actor, clock, requestId: newId("req"), origin: "system" } as const;
  expect(await purgeUnsent(findActivities)(context, "", () => false)).toBe(true);
  expect(await left()).toHaveLength(4);
  nowMs += 2 * dayMs;
  // An activity that the table has before the replica does: its file stays, and the sweep comes back for the rest.
  const [known] = (await findActivities(owner.orgId, [sent])).values();
  const isSentNow: typeof findActivities = async () => new Map([[unsent, known ?? expect.fail("no task")]]);
  expect(await purgeUnsent(isSentNow)(context, "", () => false)).toBe(false);
  expect(await left()).toHaveLength(4);
  expect(await sweep()).toEqual({ failed: 0 });
  expect(await left()).toEqual([ofSent, ofTrashed, ofCard].toSorted());
  expect(await usedOf(owner.orgId, "storage")).toBe(3 * content.length);
  const [record] = await latestRecords(owner.orgId, 1, null);
  expect(record).toMatchObject({
    actor: { kind: "system", id: "trash" },
    changes: [{ action: "file.delete", subject: { kind: "file", id: ofUnsent }, after: null }],
  });
  expect(await sweep()).toEqual({ failed: 0 });
  const [same] = await latestRecords(owner.orgId, 1, null);
  expect(same?.id).toBe(record?.id);
});
