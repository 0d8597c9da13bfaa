import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { handler } from "@kartis/events/notifications/on-change.ts";
import { sqsRecord } from "@kartis/tests/support/sqs.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures } from "../../cards/index.ts";
import { latestRecords } from "../../data/journal-entity.ts";
import { systemActor } from "../../kernel/actor.ts";
import { systemClock } from "../../kernel/clock.ts";
import type { ActivityId, CardId, RecordId } from "../../kernel/id.ts";
import type { Grants } from "../../kernel/permission.ts";
import { notificationProcedures } from "../../notifications/index.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { timelineProcedures } from "../../timeline/index.ts";
import { undoProcedures } from "../../undo/index.ts";
import { commentProcedures, findActivities, purgeActivitiesOf, taskProcedures } from "../index.ts";
import { purgeDueActivities } from "../purge.ts";

const [create, update, react, remove, restore, ofTask] = [
  named(commentProcedures, "comments.create"),
  named(commentProcedures, "comments.update"),
  named(commentProcedures, "comments.react"),
  named(commentProcedures, "comments.remove"),
  named(commentProcedures, "comments.restore"),
  named(commentProcedures, "comments.ofTask"),
];
const [newTask, removeTask, restoreTask, listTasks] = [
  named(taskProcedures, "tasks.create"),
  named(taskProcedures, "tasks.remove"),
  named(taskProcedures, "tasks.restore"),
  named(taskProcedures, "tasks.list"),
];
const timeline = named(timelineProcedures, "timeline.list");
const undo = named(undoProcedures, "changes.undo");
const notifications = named(notificationProcedures, "notifications.list");

let backend: Backend;
let owner: Owner;
let cardId: CardId;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
  cardId = await newCard("Galil Cold Storage");
});
afterAll(() => backend.close());

async function newCard(name: string): Promise<CardId> {
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  const card = { typeId: type?.id ?? expect.fail("no type"), fields: { name } };
  return (await owner.call(named(cardProcedures, "cards.create"), card)).id;
}
const taskOn = async (on: CardId | null, more: object = {}) =>
  (await owner.call(newTask, { title: "Measure the roof", due: "2030-01-01", cardId: on, ...more })).id;
const said = (text: string) => [{ type: "paragraph" as const, content: [{ text }] }];
const say = (taskId: ActivityId, text: string, by = owner) => by.call(create, { taskId, body: said(text) });
const texts = async (taskId: ActivityId, by = owner) =>
  (await by.call(ofTask, { taskId })).rows.map(({ body }) =>
    body.flatMap(({ content }) => content.map((one) => ("text" in one ? one.text : ""))).join(""),
  );
const refused = (code: string) => expect.objectContaining({ code });
const recordOf = ({ recordId }: { readonly recordId: RecordId | null }): RecordId => recordId ?? expect.fail("nothing changed");

describe("comments on a task", () => {
  it("are one list, the oldest first, of a task with a card and of one without", async () => {
    for (const taskId of [await taskOn(cardId), await taskOn(null)]) {
      const first = await say(taskId, "Two cranes?");
      await say(taskId, "One is enough.");
      expect(first).toMatchObject({ taskId, cardId: null, parentId: null });
      expect(await texts(taskId)).toEqual(["Two cranes?", "One is enough."]);
    }
  });

  it("are changed, reacted to, deleted and restored, each undone by its record", async () => {
    const taskId = await taskOn(null);
    const made = await say(taskId, "Two cranes?");
    const { id: commentId } = made;
    const edited = await owner.call(update, { commentId, body: said("Three cranes?") });
    expect(edited.editedAt).not.toBeNull();
    await owner.call(undo, { recordId: recordOf(edited) });
    expect(await texts(taskId)).toEqual(["Two cranes?"]);
    expect((await owner.call(react, { commentId, reaction: "LIKE", on: true })).reactions).toEqual({ LIKE: [owner.userId] });
    const removed = await owner.call(remove, { commentId });
    expect(await texts(taskId)).toEqual([]);
    await owner.call(undo, { recordId: recordOf(removed) });
    expect(await texts(taskId)).toEqual(["Two cranes?"]);
    await owner.call(remove, { commentId });
    await owner.call(restore, { commentId });
    expect(await texts(taskId)).toEqual(["Two cranes?"]);
    const other = await say(taskId, "Nobody asked");
    await owner.call(undo, { recordId: recordOf(other) });
    expect(await texts(taskId)).toEqual(["Two cranes?"]);
  });

  it("are on one thing, take no answers and are not pinned", async () => {
    const taskId = await taskOn(cardId);
    const { id: commentId } = await say(taskId, "Two cranes?");
    const body = said("x");
    const invalid = refused("INVALID_INPUT");
    await expect(owner.call(create, { body })).rejects.toEqual(invalid);
    await expect(owner.call(create, { cardId, taskId, body })).rejects.toEqual(invalid);
    await expect(owner.call(create, { taskId, body, parentId: commentId })).rejects.toEqual(invalid);
    await expect(owner.call(create, { cardId, body, parentId: commentId })).rejects.toEqual(invalid);
    await expect(owner.call(update, { commentId, pinned: true })).rejects.toEqual(invalid);
    // Neither is a comment a task.
    await expect(owner.call(create, { taskId: commentId, body })).rejects.toEqual(refused("NOT_FOUND"));
  });

  it("are counted in lists of tasks and at the task's entry of the timeline, where they have none of their own", async () => {
    const on = await newCard("Haifa Port");
    const taskId = await taskOn(on);
    await say(taskId, "Two cranes?");
    const { id } = await say(taskId, "One is enough.");
    const counts = async () => (await owner.call(listTasks, { timeZone: "UTC", cardId: on })).comments;
    const entries = async () => {
      const page = await owner.call(timeline, { cardId: on, channels: ["tasks", "comments"] });
      return page.entries.map((entry) => (entry.kind === "activity" && entry.type === "TASK" ? entry.comments : entry.kind));
    };
    expect([await counts(), await entries()]).toEqual([{ [taskId]: 2 }, [2]]);
    await owner.call(remove, { commentId: id });
    expect([await counts(), await entries()]).toEqual([{ [taskId]: 1 }, [1]]);
  });

  it("go with their task into the trash, come back with it, and are deleted for good with it", async () => {
    const taskId = await taskOn(cardId);
    const written = await say(taskId, "Two cranes?");
    const { id: commentId } = written;
    await owner.call(removeTask, { taskId });
    await expect(owner.call(ofTask, { taskId })).rejects.toEqual(refused("NOT_FOUND"));
    await expect(say(taskId, "Late")).rejects.toEqual(refused("NOT_FOUND"));
    await expect(owner.call(update, { commentId, body: said("Late") })).rejects.toEqual(refused("NOT_FOUND"));
    await expect(owner.call(remove, { commentId })).rejects.toEqual(refused("NOT_FOUND"));
    await expect(owner.call(undo, { recordId: recordOf(written) })).rejects.toEqual(refused("NOT_FOUND"));
    await owner.call(restoreTask, { taskId });
    expect(await texts(taskId)).toEqual(["Two cranes?"]);
    await owner.call(removeTask, { taskId });
    await purgeDueActivities(sweeping(), new Date(Date.now() + 1_000).toISOString(), () => false);
    expect(await findActivities(owner.orgId, [taskId, commentId])).toEqual(new Map());
  });

  it("are deleted for good with the card of their task", async () => {
    const on = await newCard("To be erased");
    const taskId = await taskOn(on);
    const { id: commentId } = await say(taskId, "Two cranes?");
    await purgeActivitiesOf(sweeping(), [on], () => false);
    expect(await findActivities(owner.orgId, [taskId, commentId])).toEqual(new Map());
  });
});

const sweeping = () => ({
  orgId: owner.orgId,
  actor: systemActor(owner.orgId, "trash"),
  clock: systemClock,
  requestId: "req_test",
  origin: "system" as const,
});

/** Hands the newest record to the consumer, more than once. */
async function settle(): Promise<void> {
  const [record] = await latestRecords(owner.orgId, 1, null);
  if (!record) throw new Error("no record");
  const { id, orgId, changes } = record;
  const detail = { orgId, recordId: id, actions: changes.map(({ action }) => action) };
  for (let time = 0; time < 2; time++)
    expect(await handler({ Records: [sqsRecord({ detail }, { messageId: id })] })).toEqual({ batchItemFailures: [] });
}
const heard = async (by: Owner) =>
  (await by.call(notifications, {})).rows.map(({ kind, details, subjects }) => [kind, details["task"], subjects[0]?.name]);

describe("of a comment on a task", () => {
  it("hear those whose task it is, those who wrote there, and who is mentioned, each once and never its writer", async () => {
    const [assignee, writer, mentioned] = [
      await newMember(owner, { systemRole: "ADMIN" }),
      await newMember(owner, { systemRole: "ADMIN" }),
      await newMember(owner, { systemRole: "ADMIN" }),
    ];
    const taskId = await taskOn(null, { assignedTo: assignee.userId });
    await say(taskId, "Two cranes?", writer);
    await settle();
    const commented = ["taskCommented", "Measure the roof", "Two cranes?"];
    expect([await heard(assignee), await heard(owner), await heard(writer)]).toEqual([[commented], [commented], []]);
    const content = [{ text: "Ask " }, { member: mentioned.userId }];
    await owner.call(create, { taskId, body: [{ type: "paragraph", content }] });
    await settle();
    expect((await heard(assignee)).map(([kind]) => kind)).toEqual(["taskCommented", "taskCommented"]);
    expect((await heard(writer)).map(([kind]) => kind)).toEqual(["taskCommented"]);
    expect((await heard(mentioned)).map(([kind, task]) => [kind, task])).toEqual([["mention", "Measure the roof"]]);
    expect(await heard(owner)).toHaveLength(1);
    // A mention is more than a comment on one's task, and the only news of it.
    const named = [{ text: "Your crane, " }, { member: assignee.userId }];
    await writer.call(create, { taskId, body: [{ type: "paragraph", content: named }] });
    await settle();
    expect((await heard(assignee)).map(([kind]) => kind)).toEqual(["mention", "taskCommented", "taskCommented"]);
  });

  it("nobody reads a word who does not see the task", async () => {
    const grants: Grants = { "COMMENTS.read": "ORGANIZATION", "TASKS.read": "USER" };
    const role = await owner.call(named(organizationProcedures, "roles.create"), { name: "Own tasks", grants });
    const outsider = await newMember(owner, { roleId: role.id });
    const taskId = await taskOn(null);
    const content = [{ text: "Secret " }, { member: outsider.userId }];
    await owner.call(create, { taskId, body: [{ type: "paragraph", content }] });
    await settle();
    const { rows } = await outsider.call(notifications, {});
    expect(rows.map(({ kind }) => kind)).toEqual(["mention"]);
    expect(JSON.stringify(rows)).not.toMatch(/Secret|roof/);
  });
});
