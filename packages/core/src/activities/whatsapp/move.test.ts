import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { describe, expect, it } from "vitest";
import { cardProcedures } from "../../cards/index.ts";
import { chatIdOf, chatProcedures } from "../../chats/index.ts";
import { latestRecords } from "../../data/journal-entity.ts";
import { type CardId, newId, type RecordId } from "../../kernel/id.ts";
import type { Grants } from "../../kernel/permission.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { undoProcedures } from "../../undo/index.ts";
import { customer, startInbox } from "./inbox.fixture.ts";
import { messageProcedures } from "./list-messages.ts";

const [createCard, trash, restore, merge] = [
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.remove"),
  named(cardProcedures, "cards.restore"),
  named(cardProcedures, "cards.merge"),
];
const [listChats, updateChat] = [named(chatProcedures, "chats.list"), named(chatProcedures, "chats.update")];
const [listMessages, move] = [named(messageProcedures, "chats.listMessages"), named(messageProcedures, "chats.move")];
const undo = named(undoProcedures, "changes.undo");

const inbox = startInbox();
const { write, chat, onTimeline, reply } = inbox;
const texts = (messages: readonly { readonly text: string | null }[]) => messages.map(({ text }) => text ?? "");

/** The conversation moved to another card, which has the number or not. */
async function moved(phone: string | null = null) {
  const to = await inbox.card(phone);
  const chatId = chatIdOf(inbox.owner.orgId, customer);
  const { recordId, ...now } = await inbox.owner.call(move, { chatId, cardId: to });
  return { chatId, to, now, recordId: recordId ?? expect.fail("nothing changed") };
}
const undone = (recordId: RecordId, by = inbox.owner) => by.call(undo, { recordId });
let roles = 0;
async function memberWith(grants: Grants): Promise<Owner> {
  const role = await inbox.owner.call(named(organizationProcedures, "roles.create"), { name: `Role ${++roles}`, grants });
  return newMember(inbox.owner, { roleId: role.id });
}
const own = {
  "CARDS.read": "USER",
  "CARDS.create": "USER",
  "COMMENTS.read": "USER",
  "COMMENTS.create": "USER",
  "COMMENTS.update": "USER",
} as const;

describe("a conversation that is moved to another card", () => {
  it.each([[null], ["054-555-0187"]])(
    "brings there what the customer writes next (the card's number: %s), while earlier messages stay where they were said",
    async (phone) => {
      await write("Before");
      await reply({ text: "An answer before" });
      const { to, now } = await moved(phone);
      expect(now).toMatchObject({ cardId: to, unread: 0, last: { text: "An answer before" } });
      await write("After");
      await reply({ cardId: to, text: "An answer after", phone: customer });
      expect(texts(await onTimeline(to)).toSorted()).toEqual(["After", "An answer after"]);
      expect(texts(await onTimeline()).toSorted()).toEqual(["An answer before", "Before"]);
      const { messages, events, related } = await inbox.owner.call(listMessages, { conversationSid: (await chat()).id });
      expect(texts(messages)).toEqual(["An answer after", "After", "An answer before", "Before"]);
      expect(events).toMatchObject([{ what: "moved", by: inbox.owner.userId, cardId: to }]);
      expect(related).toHaveProperty(to);
    },
  );

  it("keeps its assignee, whether it is closed, its unread messages, and what the customer wants", async () => {
    await write("STOP");
    const { id: chatId } = await chat();
    await inbox.owner.call(updateChat, { chatId, assignedTo: inbox.owner.userId, isClosed: true });
    const before = await inbox.owner.call(named(chatProcedures, "chats.get"), { chatId });
    const { now, to } = await moved();
    expect(now).toEqual({ ...before, cardId: to, version: before.version + 1 });
    expect(before).toMatchObject({ isClosed: true, unread: 1, optedOutAt: expect.any(String) });
  });

  it("comes back when the move is undone, and goes again when that is", async () => {
    await write("Before");
    const { to, recordId } = await moved();
    const { recordId: back } = await undone(recordId);
    expect(await chat()).toMatchObject({ cardId: inbox.cardId });
    await write("After the undo");
    expect(texts(await onTimeline())).toContain("After the undo");
    // Undone once, by however many.
    expect(await undone(recordId)).toMatchObject({ recordId: null });
    await undone(back ?? expect.fail());
    expect(await chat()).toMatchObject({ cardId: to });
    const [record] = (await latestRecords(inbox.owner.orgId, 20, null)).filter(({ id }) => id === recordId);
    expect(record?.changes).toMatchObject([{ action: "chat.move", before: { cardId: inbox.cardId }, after: { cardId: to } }]);
    expect(JSON.stringify(record)).not.toContain(customer);
  });

  it("is not brought back from a third card, nor to one in the trash", async () => {
    await write("Before");
    const first = await moved();
    const second = await moved();
    await expect(undone(first.recordId)).rejects.toMatchObject({
      code: "CONFLICT",
      details: { messageKey: "errors.undo.movedChat" },
    });
    await inbox.owner.call(trash, { cardId: first.to });
    await expect(undone(second.recordId)).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
      details: { messageKey: "errors.undo.trashed" },
    });
    expect(await chat()).toMatchObject({ cardId: second.to });
    await inbox.owner.call(restore, { cardId: first.to });
    await undone(second.recordId);
    expect(await chat()).toMatchObject({ cardId: first.to });
  });

  it("writes nothing if it is there already, also by way of a merge, and goes to the card that another was merged into", async () => {
    await write("Before");
    const { id: chatId, version } = await chat();
    expect(await inbox.owner.call(move, { chatId, cardId: inbox.cardId })).toMatchObject({ recordId: null, version });
    const [survivorId, otherId] = [await inbox.card(null), await inbox.card(null)];
    await inbox.owner.call(merge, { survivorId, otherIds: [otherId], choices: {} });
    expect(await inbox.owner.call(move, { chatId, cardId: otherId })).toMatchObject({ cardId: survivorId });
    expect(await inbox.owner.call(move, { chatId, cardId: otherId })).toMatchObject({ recordId: null });
    const into = await inbox.card(null);
    await inbox.owner.call(merge, { survivorId: into, otherIds: [survivorId], choices: {} });
    expect(await inbox.owner.call(move, { chatId, cardId: into })).toMatchObject({ recordId: null });
    await write("After");
    expect(texts(await onTimeline(into))).toContain("After");
  });

  it("goes neither to a card in the trash, nor to one that does not exist, nor to another organization's", async () => {
    await write("Before");
    const { id: chatId } = await chat();
    const trashed = await inbox.card(null);
    await inbox.owner.call(trash, { cardId: trashed });
    const stranger = await newOwner();
    const [type] = await stranger.call(named(cardProcedures, "cards.types"), {});
    const { id: theirs } = await stranger.call(createCard, { typeId: type?.id ?? expect.fail(), fields: { name: "Theirs" } });
    for (const cardId of [trashed, theirs, newId("crd", Date.now())])
      await expect(inbox.owner.call(move, { chatId, cardId })).rejects.toMatchObject({
        code: "INVALID_INPUT",
        details: { fields: { cardId: "validation.relatedCard" } },
      });
    expect(await chat()).toMatchObject({ cardId: inbox.cardId });
  });

  it("can leave a card in the trash", async () => {
    await write("Before");
    await inbox.owner.call(trash, { cardId: inbox.cardId });
    const { to } = await moved();
    expect(await chat()).toMatchObject({ cardId: to });
  });

  it("is moved by ten at once to one card after the other, each of which has its record", async () => {
    await write("Before");
    const { id: chatId } = await chat();
    const cards = await Promise.all(Array.from({ length: 10 }, () => inbox.card(null)));
    const answers = await Promise.all(cards.map((cardId) => inbox.owner.call(move, { chatId, cardId })));
    expect(new Set(answers.map(({ version }) => version)).size).toBe(10);
    const records = (await latestRecords(inbox.owner.orgId, 100, null)).flatMap(({ changes }) => changes);
    expect(records.filter(({ action }) => action === "chat.move")).toHaveLength(10);
  });
});

describe("who moves a conversation", () => {
  const cardOf = async (member: Owner): Promise<CardId> =>
    (await member.call(createCard, { typeId: inbox.typeId, fields: { name: `Own ${Math.random()}` } })).id;

  it("covers it where it is and where it goes, and reads there only what was said on cards in sight", async () => {
    await write("Words for the owner");
    const { id: chatId } = await chat();
    const member = await memberWith(own);
    const theirs = await cardOf(member);
    // Not theirs, not even seen.
    await expect(member.call(move, { chatId, cardId: theirs })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await inbox.owner.call(move, { chatId, cardId: theirs });
    const { messages, chat: seen } = await member.call(listMessages, { conversationSid: chatId });
    expect(texts(messages)).toEqual([]);
    expect(seen).toMatchObject({ cardId: theirs, last: null });
    const [listed] = (await member.call(listChats, {})).chats;
    expect(listed).toMatchObject({ id: chatId, last: null });
    // Theirs, but not to a card that they do not see.
    await expect(member.call(move, { chatId, cardId: inbox.cardId })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    const second = await cardOf(member);
    const { recordId, last } = await member.call(move, { chatId, cardId: second });
    expect(last).toBeNull();
    await member.call(undo, { recordId: recordId ?? expect.fail() });
    expect((await member.call(listChats, {})).chats).toMatchObject([{ cardId: theirs }]);
  });

  it("needs the right to change, also on the card that it goes to", async () => {
    await write("Hello");
    const { id: chatId } = await chat();
    const reader = await memberWith({ "CARDS.read": "ORGANIZATION", "COMMENTS.read": "ORGANIZATION" });
    const cardId = await inbox.card(null);
    await expect(reader.call(move, { chatId, cardId })).rejects.toMatchObject({ code: "NO_PERMISSION" });
    // Sees every card, and changes what belongs to them alone.
    const member = await memberWith({ ...own, "CARDS.read": "ORGANIZATION", "COMMENTS.read": "ORGANIZATION" });
    await expect(member.call(move, { chatId, cardId })).rejects.toMatchObject({ code: "NO_PERMISSION" });
    const theirs = await cardOf(member);
    await expect(member.call(move, { chatId, cardId: theirs })).rejects.toMatchObject({ code: "NO_PERMISSION" });
    await inbox.owner.call(move, { chatId, cardId: theirs });
    await expect(member.call(move, { chatId, cardId })).rejects.toMatchObject({ code: "NO_PERMISSION" });
    // As its assignee they keep it wherever it goes.
    await inbox.owner.call(updateChat, { chatId, assignedTo: member.userId });
    const { recordId } = await member.call(move, { chatId, cardId });
    expect(await chat()).toMatchObject({ cardId, assignedTo: member.userId });
    await expect(undone(recordId ?? expect.fail(), reader)).rejects.toMatchObject({ code: "NO_PERMISSION" });
  });
});

describe("a conversation that is assigned or closed", () => {
  const updated = async (next: { assignedTo?: Owner["userId"] | null; isClosed?: boolean; isOptedOut?: boolean }) => {
    const { recordId } = await inbox.owner.call(updateChat, { chatId: (await chat()).id, ...next });
    return recordId ?? expect.fail("nothing changed");
  };

  it("is as before once that is undone, and again as changed when the undo is", async () => {
    await write("Hello");
    const dana = await newMember(inbox.owner, { systemRole: "ADMIN" });
    const assigned = await updated({ assignedTo: dana.userId });
    const closed = await updated({ isClosed: true });
    const { recordId: reopened } = await undone(closed);
    expect(await chat()).toMatchObject({ isClosed: false, assignedTo: dana.userId });
    await undone(assigned);
    expect(await chat()).toMatchObject({ isClosed: false, assignedTo: null });
    await undone(reopened ?? expect.fail("nothing undone"));
    const { chats } = await inbox.owner.call(listChats, { folder: "closed" });
    expect(chats).toMatchObject([{ isClosed: true, assignedTo: null }]);
  });

  it("stays as it is where it has changed since, where the undoer may not change it, and where a customer's wish was noted", async () => {
    await write("Hello");
    const closed = await updated({ isClosed: true });
    await write("One more thing");
    await expect(undone(closed)).rejects.toMatchObject({ code: "CONFLICT" });
    const assigned = await updated({ assignedTo: inbox.owner.userId });
    const reader = await memberWith({ "CARDS.read": "ORGANIZATION", "COMMENTS.read": "ORGANIZATION" });
    await expect(undone(assigned, reader)).rejects.toMatchObject({ code: "NO_PERMISSION" });
    // Who may change chats of their own, and sees this one no more than its card.
    await expect(undone(assigned, await memberWith(own))).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await chat()).toMatchObject({ isClosed: false, assignedTo: inbox.owner.userId });
    const wish = await updated({ isOptedOut: true });
    await expect(undone(wish)).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
      details: { messageKey: "errors.undo.irreversible" },
    });
  });

  it("says who wrote last", async () => {
    await write("Hello");
    expect((await chat()).last).toMatchObject({ by: null });
    await reply({ text: "Good morning" });
    expect((await chat()).last).toMatchObject({ by: inbox.owner.userId, text: "Good morning" });
  });
});
