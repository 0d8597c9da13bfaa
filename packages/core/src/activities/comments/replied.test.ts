import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { handler } from "@kartis/events/notifications/on-change.ts";
import { sqsRecord } from "@kartis/tests/support/sqs.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cardProcedures } from "../../cards/index.ts";
import { latestRecords } from "../../data/journal-entity.ts";
import type { ActivityId, CardId, UserId } from "../../kernel/id.ts";
import { notificationProcedures } from "../../notifications/index.ts";
import { profileProcedures } from "../../profiles/index.ts";
import { commentProcedures } from "../index.ts";

const [create, remove] = [named(commentProcedures, "comments.create"), named(commentProcedures, "comments.remove")];
const list = named(notificationProcedures, "notifications.list");

let backend: Backend;
let owner: Owner;
let cardId: CardId;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  cardId = (
    await owner.call(named(cardProcedures, "cards.create"), {
      typeId: type?.id ?? expect.fail("no type"),
      fields: { name: "Galil Cold Storage" },
    })
  ).id;
});
afterAll(() => backend.close());

const colleague = () => newMember(owner, { systemRole: "ADMIN" });
const say = async (by: Owner, parentId?: ActivityId, mentioned: readonly UserId[] = []) => {
  const content = [{ text: "Two cranes?" }, ...mentioned.map((member) => ({ member }))];
  const body = [{ type: "paragraph" as const, content }];
  return (await by.call(create, { cardId, body, ...(parentId ? { parentId } : {}) })).id;
};
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
  (await by.call(list, {})).rows.map(({ kind, details, actorId }) => ({ kind, own: details["own"], actorId }));

it("a reply is told to whoever wrote the comment and to those in its thread, once, and to nobody who wrote it", async () => {
  const [asking, second, third, outside] = await Promise.all([colleague(), colleague(), colleague(), colleague()]);
  const commentId = await say(asking);
  await say(second, commentId);
  await settle();
  expect(await heard(asking)).toEqual([{ kind: "commentReplied", own: 1, actorId: second.userId }]);
  await say(third, commentId);
  await settle();
  expect(await heard(asking)).toHaveLength(2);
  expect(await heard(second)).toEqual([{ kind: "commentReplied", own: 0, actorId: third.userId }]);
  // Their own reply is none to themselves.
  await say(asking, commentId);
  await settle();
  expect(await heard(asking)).toHaveLength(2);
  expect([await heard(second), await heard(third), await heard(outside)].map(({ length }) => length)).toEqual([2, 1, 0]);
});

it("whoever is mentioned in a reply hears of the mention alone, and with mentions switched off of neither", async () => {
  const [asking, quiet, answering] = await Promise.all([colleague(), colleague(), colleague()]);
  await quiet.call(named(profileProcedures, "profile.update"), { notifications: { mentions: false } });
  const commentId = await say(asking);
  await say(quiet, commentId);
  await say(answering, commentId, [asking.userId]);
  await settle();
  expect(await heard(asking)).toEqual([{ kind: "mention", own: undefined, actorId: answering.userId }]);
  expect(await heard(quiet)).toEqual([]);
});

it("of a reply that was deleted before, nobody hears", async () => {
  const [asking, answering] = await Promise.all([colleague(), colleague()]);
  const commentId = await say(asking);
  const reply = await say(answering, commentId);
  const [made] = await latestRecords(owner.orgId, 1, null);
  await answering.call(remove, { commentId: reply });
  const detail = { orgId: owner.orgId, recordId: made?.id, actions: ["comment.create"] };
  expect(await handler({ Records: [sqsRecord({ detail }, { messageId: "one" })] })).toEqual({ batchItemFailures: [] });
  expect(await heard(asking)).toEqual([]);
});
