import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commentProcedures, communicationProcedures, mailProcedures } from "../activities/index.ts";
import { smsProcedures } from "../activities/sms/procedures.ts";
import { changeSetOf, creation } from "../activities/writes.ts";
import { cardProcedures } from "../cards/index.ts";
import { commit } from "../data/commit.ts";
import { systemActor } from "../kernel/actor.ts";
import { systemClock } from "../kernel/clock.ts";
import { type ActivityId, newId } from "../kernel/id.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { timelineProcedures } from "./index.ts";

const trash = named(timelineProcedures, "timeline.trash");
const [say, unsay, resay] = [
  named(commentProcedures, "comments.create"),
  named(commentProcedures, "comments.remove"),
  named(commentProcedures, "comments.restore"),
];
const [log, unlog] = [
  named(communicationProcedures, "communications.create"),
  named(communicationProcedures, "communications.remove"),
];
const [send, unsend] = [named(mailProcedures, "mails.send"), named(mailProcedures, "mails.remove")];

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
});
afterAll(() => backend.close());

const body = [{ type: "paragraph" as const, content: [{ text: "Two cranes?" }] }];
async function card() {
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  const typeId = type?.id ?? expect.fail("no type");
  return (await owner.call(named(cardProcedures, "cards.create"), { typeId, fields: { name: "Galil" } })).id;
}
const idsOf = ({ rows }: { rows: readonly { value: { id: ActivityId } }[] }) => rows.map(({ value }) => value.id);

it("what was written on a card and deleted is found page by page, the latest first, until it is back", async () => {
  const [cardId, other] = [await card(), await card()];
  const { id: commentId } = await owner.call(say, { cardId, body });
  const { id: communicationId } = await owner.call(log, { type: "CALL", cardId, note: "Asked for an offer" });
  const { id: mailId } = await owner.call(send, { cardId, to: [{ email: "dana@galil.example" }], subject: "Offer", body });
  const { id: elsewhere } = await owner.call(say, { cardId: other, body });
  await owner.call(say, { cardId, body });
  await owner.call(unsay, { commentId });
  await owner.call(unlog, { communicationId });
  await owner.call(unsend, { mailId });
  await owner.call(unsay, { commentId: elsewhere });
  const first = await owner.call(trash, { cardId, limit: 2 });
  expect(idsOf(first)).toEqual([mailId, communicationId]);
  const second = await owner.call(trash, { cardId, limit: 2, cursor: first.nextCursor ?? expect.fail("no more") });
  expect([idsOf(second), second.nextCursor]).toEqual([[commentId], null]);
  await owner.call(resay, { commentId });
  expect(idsOf(await owner.call(trash, { cardId }))).toEqual([mailId, communicationId]);
});

it("a reply stands by itself only while the comment that it answers is there", async () => {
  const cardId = await card();
  const { id: commentId } = await owner.call(say, { cardId, body });
  const { id: replyId } = await owner.call(say, { cardId, body, parentId: commentId });
  await owner.call(unsay, { commentId: replyId });
  expect(idsOf(await owner.call(trash, { cardId }))).toEqual([replyId]);
  await owner.call(unsay, { commentId });
  expect(idsOf(await owner.call(trash, { cardId }))).toEqual([commentId]);
});

it("has for each person what they may bring back", async () => {
  const cardId = await card();
  const { id: roleId } = await owner.call(named(organizationProcedures, "roles.create"), {
    name: "Own comments",
    grants: {
      "CARDS.read": "ORGANIZATION",
      "COMMENTS.read": "ORGANIZATION",
      "COMMENTS.create": "USER",
      "COMMENTS.delete": "USER",
    },
  });
  const member = await newMember(owner, { roleId });
  const own = await member.call(say, { cardId, body });
  const others = await owner.call(say, { cardId, body });
  await member.call(unsay, { commentId: own.id });
  await owner.call(unsay, { commentId: others.id });
  expect(idsOf(await member.call(trash, { cardId }))).toEqual([own.id]);
  expect(idsOf(await owner.call(trash, { cardId }))).toEqual([others.id, own.id]);
});

it("has deleted SMS for whoever may delete SMS, and comments for whoever may delete those", async () => {
  const cardId = await card();
  const { orgId } = owner;
  const { id: commentId } = await owner.call(say, { cardId, body });
  const smsId = newId("act");
  const what = { phone: "+972541234567", from: "Meridian", text: "Two cranes", parts: 1 };
  const values = { cardId, ...what, delivery: "sent", effectId: newId("eff") };
  const context = {
    orgId,
    actor: systemActor(orgId, "test"),
    clock: systemClock,
    requestId: newId("req"),
    origin: "system",
  } as const;
  await commit(context, async (at) => {
    const made = creation(orgId, "SMS", smsId, values, owner.userId, at);
    return changeSetOf(made, made.activity);
  });
  await owner.call(unsay, { commentId });
  await owner.call(named(smsProcedures, "sms.remove"), { smsId });
  expect(idsOf(await owner.call(trash, { cardId }))).toEqual([smsId, commentId]);
  const grants = { "CARDS.read": "ORGANIZATION", "COMMENTS.read": "ORGANIZATION", "SMS.read": "ORGANIZATION" } as const;
  const deletes = async (more: Partial<Record<"COMMENTS.delete" | "SMS.delete", "ORGANIZATION">>) => {
    const name = ["Deletes", ...Object.keys(more)].join(" ");
    const { id: roleId } = await owner.call(named(organizationProcedures, "roles.create"), {
      name,
      grants: { ...grants, ...more },
    });
    return idsOf(await (await newMember(owner, { roleId })).call(trash, { cardId }));
  };
  expect(await deletes({ "SMS.delete": "ORGANIZATION" })).toEqual([smsId]);
  expect(await deletes({ "COMMENTS.delete": "ORGANIZATION" })).toEqual([commentId]);
  expect(await deletes({})).toEqual([]);
  await owner.call(named(smsProcedures, "sms.restore"), { smsId });
  expect(idsOf(await owner.call(trash, { cardId }))).toEqual([commentId]);
});
