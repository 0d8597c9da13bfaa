import { queued } from "@kartis/tests/support/queued.ts";
import { handler as notify } from "@kartis/events/notifications/on-change.ts";
import { notificationReads } from "@kartis/events/notifications/reads.ts";
import { translator } from "@kartis/i18n/translate.ts";
import { named, newMember } from "@kartis/tests/support/people.ts";
import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { chatProcedures } from "../../chats/index.ts";
import type { UpdateChatInput } from "../../chats/schema.ts";
import { notificationProcedures } from "../../notifications/index.ts";
import { readableFor } from "../../notifications/mail/entries.ts";
import { placeOf } from "../../notifications/mail/place.ts";
import { storedFor } from "../../notifications/stored.ts";
import { groupsOf } from "../../notifications/wording/groups.ts";
import { textOf } from "../../notifications/wording/words.ts";
import { findMembership } from "../../organizations/index.ts";
import { timelineProcedures } from "../../timeline/index.ts";
import { undoProcedures } from "../../undo/index.ts";
import { whatsappSettingsProcedures } from "../../whatsapp/index.ts";
import { customer, startInbox } from "./inbox.fixture.ts";
import { messageProcedures } from "./list-messages.ts";

const updateChat = named(chatProcedures, "chats.update");
const markRead = named(chatProcedures, "chats.markRead");
const listMessages = named(messageProcedures, "chats.listMessages");
const notifications = named(notificationProcedures, "notifications.list");
const timeline = named(timelineProcedures, "timeline.list");
const test = named(whatsappSettingsProcedures, "whatsapp.test");

const inbox = startInbox();
const { write, settle, reply, chat, chats } = inbox;
const minute = 60_000;
const ago = (minutes: number) => ({ name: "Rami Halabi", at: Date.now() - minutes * minute });

/** What the member has been notified of, after the consumer has had all records twice. */
async function noticesOf(member: typeof inbox.owner) {
  const { orgId } = inbox.owner;
  const Records = await queued("notifications-on-change", orgId);
  for (let time = 0; time < 2; time++) expect(await notify({ Records })).toEqual({ batchItemFailures: [] });
  return (await member.call(notifications, {})).rows.map(({ kind, subjects, details }) => ({ kind, subjects, details }));
}

describe("an incoming message", () => {
  it("notifies the assignee once for each burst, the owner of the card as long as there is none, and nobody else", async () => {
    const [assignee, other] = [
      await newMember(inbox.owner, { systemRole: "ADMIN" }),
      await newMember(inbox.owner, { systemRole: "ADMIN" }),
    ];
    await write("Before anybody has it", customer, ago(60));
    const { id: chatId } = await chat();
    await inbox.owner.call(updateChat, { chatId, assignedTo: assignee.userId });
    for (const minutes of [50, 48, 45, 20, 19]) await write(`${minutes} minutes ago`, customer, ago(minutes));
    await other.call(markRead, { chatId });
    for (const minutes of [17, 16.5]) await write(`${minutes} minutes ago, after the others were read`, customer, ago(minutes));
    const wrote = { kind: "chatMessage", subjects: [{ id: inbox.cardId, cardId: inbox.cardId }], details: { chatId } };
    const given = { kind: "chatAssigned", subjects: wrote.subjects, details: { chatId } };
    expect(await noticesOf(assignee)).toMatchObject([wrote, wrote, wrote, given]);
    const [group] = groupsOf((await assignee.call(notifications, {})).rows);
    const named = group && textOf(group, { actor: "", card: undefined }, await translator("en", { isolates: false }));
    expect(named).toMatch(/^Galil \d+ wrote on WhatsApp$/);

    expect(await noticesOf(other)).toEqual([]);
    // Before the conversation was anybody's, its messages were news to the owner of its card.
    expect(await noticesOf(inbox.owner)).toMatchObject([{ kind: "chatMessage", details: { cardId: inbox.cardId } }]);
  });
});

describe("a conversation that is assigned", () => {
  const newColleague = () => newMember(inbox.owner, { systemRole: "ADMIN" });
  const assigned = async (member: typeof inbox.owner) =>
    (await noticesOf(member)).filter(({ kind }) => kind === "chatAssigned").map(({ details }) => details["chatId"]);
  const update = (more: z.input<typeof UpdateChatInput>, by = inbox.owner) => by.call(updateChat, more);

  it("is news to its new assignee, once, which leads to it; and not to whoever took it, nor by an undo", async () => {
    await write("Hello", customer, ago(60));
    const { id: chatId } = await chat();
    const [first, second] = [await newColleague(), await newColleague()];
    await update({ chatId, assignedTo: first.userId });
    expect(await assigned(first)).toEqual([chatId]);
    const { rows } = await first.call(notifications, { filter: "assigned" });
    const [group] = groupsOf(rows);
    expect(rows).toMatchObject([{ kind: "chatAssigned", actorId: inbox.owner.userId, isRead: false }]);
    expect(group && placeOf(group, new Map())).toBe(`/chats/${chatId}`);
    const t = await translator("en", { isolates: false });
    expect(group && textOf(group, { actor: "Noa", card: undefined }, t)).toMatch(/^Noa assigned you the chat with Galil \d+$/);

    await update({ chatId, assignedTo: second.userId }, second);
    expect(await assigned(second)).toEqual([]);
    const { recordId: given } = await update({ chatId, assignedTo: first.userId }, second);
    await inbox.owner.call(named(undoProcedures, "changes.undo"), { recordId: given ?? expect.fail("no record") });
    expect(await assigned(second)).toEqual([]);
    expect(await assigned(first)).toEqual([chatId]);
  });

  it("is no news once it was taken back or closed, and leaves what waits to be mailed", async () => {
    await write("Hello", customer, ago(60));
    const { id: chatId } = await chat();
    const [first, second] = [await newColleague(), await newColleague()];
    const readable = async ({ userId, orgId }: typeof inbox.owner) => {
      const membership = (await findMembership(userId, orgId)) ?? expect.fail("no member");
      const { entries } = await readableFor(userId, membership, await storedFor(orgId, userId, undefined, ""), notificationReads);
      return entries.map(({ kind }) => kind);
    };
    await update({ chatId, assignedTo: first.userId });
    await update({ chatId, assignedTo: null });
    expect(await assigned(first)).toEqual([]);
    await update({ chatId, assignedTo: second.userId });
    expect(await assigned(second)).toEqual([chatId]);
    expect(await readable(second)).toEqual(["chatAssigned"]);
    await update({ chatId, isClosed: true });
    expect(await readable(second)).toEqual([]);
    await update({ chatId, isClosed: false });
    expect(await readable(second)).toEqual(["chatAssigned"]);
    await update({ chatId, assignedTo: first.userId });
    expect(await readable(second)).toEqual([]);
  });
});

it("Meta's refusal of the number is told once to the owner and the administrators, and to nobody else", async () => {
  const [admin, basic] = [
    await newMember(inbox.owner, { systemRole: "ADMIN" }),
    await newMember(inbox.owner, { systemRole: "BASIC" }),
  ];
  await write("Hello");
  inbox.side.whatsapp.weather = "expired";
  await reply();
  await reply();
  await settle();
  await inbox.owner.call(test, {});
  for (const member of [inbox.owner, admin])
    expect((await noticesOf(member)).filter(({ kind }) => kind === "whatsappProblem")).toMatchObject([
      { details: { number: "+972 54-555-0100" } },
    ]);
  expect(await noticesOf(basic)).toEqual([]);
});

describe("a conversation", () => {
  it("says who assigned, closed and reopened it, between the messages of the same time", async () => {
    const colleague = await newMember(inbox.owner, { systemRole: "ADMIN" });
    await write("First", customer, ago(600));
    const { id: chatId } = await chat();
    await inbox.owner.call(updateChat, { chatId, assignedTo: colleague.userId });
    await colleague.call(updateChat, { chatId, isClosed: true });
    await colleague.call(updateChat, { chatId, isClosed: false, assignedTo: null });
    // Meta's instants are whole seconds; those to come count as now.
    for (let at = 0; at < 3; at++) await write(`Later ${at}`, customer, ago(-1));
    const page = await inbox.owner.call(listMessages, { conversationSid: chatId, limit: 10 });
    const [by, owner] = [colleague.userId, inbox.owner.userId];
    expect(page.events.toReversed()).toMatchObject([
      { what: "assigned", by: owner, assignedTo: by },
      { what: "closed", by },
      { what: expect.stringMatching(/unassigned|reopened/), by },
      { what: expect.stringMatching(/unassigned|reopened/), by },
    ]);
    const newest = await inbox.owner.call(listMessages, { conversationSid: chatId, limit: 3 });
    const older = await inbox.owner.call(listMessages, { conversationSid: chatId, limit: 3, cursor: newest.nextCursor ?? "" });
    expect(newest.events).toEqual([]);
    expect(older.events).toEqual(page.events);
  });

  it("is found by the place and the contact that somebody sent", async () => {
    await write("Hello");
    const send = (content: Parameters<typeof inbox.side.whatsapp.write>[1]) =>
      inbox.side.call(inbox.owner.orgId, inbox.side.whatsapp.write(customer, content));
    await send({ type: "location", location: { latitude: 32, longitude: 34, name: "Carmel Market", address: "HaCarmel 48" } });
    await send({
      type: "contacts",
      contacts: [{ name: { formatted_name: "Yossi Plumber" }, phones: [{ phone: "+97239998877" }] }],
    });
    await settle();
    const found = async (query: string) => (await chats(inbox.owner, { query })).length;
    for (const query of ["carmel market", "HACARMEL", "yossi"]) expect(await found(query), query).toBe(1);
    expect(await found("dizengoff")).toBe(0);
  });

  it("names who wrote on the card's timeline", async () => {
    await write("Hello");
    const { entries } = await inbox.owner.call(timeline, { cardId: inbox.cardId, channels: ["whatsapp"], limit: 10 });
    expect(entries).toMatchObject([{ type: "WHATSAPP", sender: "Rami Halabi" }]);
  });
});
