import { named, newMember, type Owner } from "@kartis/tests/support/people.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { cardProcedures } from "../../cards/index.ts";
import { chatIdOf, chatProcedures } from "../../chats/index.ts";
import type { CardId } from "../../kernel/id.ts";
import type { Grants } from "../../kernel/permission.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { customer, startInbox } from "./inbox.fixture.ts";
import { messageProcedures } from "./list-messages.ts";
import { whatsappProcedures } from "./procedures.ts";

const [createCard, trash] = [named(cardProcedures, "cards.create"), named(cardProcedures, "cards.remove")];
const [listChats, updateChat, markRead] = [
  named(chatProcedures, "chats.list"),
  named(chatProcedures, "chats.update"),
  named(chatProcedures, "chats.markRead"),
];
const listMessages = named(messageProcedures, "chats.listMessages");
const send = named(whatsappProcedures, "whatsapp.send");

const inbox = startInbox();
const { write, settle, chat, chats, messages, reply } = inbox;

const own = { "CARDS.read": "USER", "CARDS.create": "USER", "COMMENTS.read": "USER", "COMMENTS.create": "USER" } as const;
async function memberWith(grants: Grants): Promise<Owner> {
  const role = await inbox.owner.call(named(organizationProcedures, "roles.create"), { name: "Some", grants });
  return newMember(inbox.owner, { roleId: role.id });
}
/** A card of the member's own, with the customer's number. */
const cardOf = async (member: Owner): Promise<CardId> =>
  (
    await member.call(createCard, {
      typeId: inbox.typeId,
      fields: { name: "Own", [inbox.phoneField.id]: "054-555-0187" },
    })
  ).id;

describe("a conversation on a card out of sight", () => {
  let member: Owner;
  let cardId: CardId;
  beforeEach(async () => {
    await write("Words for the owner");
    member = await memberWith(own);
    cardId = await cardOf(member);
  });

  it("stays unread there when a colleague writes to the number from a card of their own, and they answer none of its messages", async () => {
    const [answers] = (await messages()).map(({ id }) => id);
    await expect(member.call(send, { cardId, text: "I answer", answers })).rejects.toMatchObject({
      details: { fields: { answers: "validation.enum" } },
    });
    const { id } = await member.call(send, { cardId, text: "From elsewhere" });
    expect(await chat()).toMatchObject({ unread: 1, last: { text: "From elsewhere" } });
    expect(await chats(member)).toEqual([]);
    await member.call(send, { cardId, text: "And once more", answers: id });
    await reply();
    expect((await chat()).unread).toBe(0);
  });

  it("that comes to a card of theirs brings what is said from then on, and no earlier words, not even by search", async () => {
    await inbox.owner.call(trash, { cardId: inbox.cardId });
    await write("Words for the member");
    const read = async (by: Owner) => {
      const conversationSid = chatIdOf(inbox.owner.orgId, customer);
      return (await by.call(listMessages, { conversationSid })).messages.map(({ text }) => text);
    };
    expect(await read(member)).toEqual(["Words for the member"]);
    expect((await member.call(listChats, { query: "words for the owner" })).total).toBe(0);
    expect((await member.call(listChats, { query: "words for the member" })).total).toBe(1);
    expect((await inbox.owner.call(listChats, { query: "words for the owner" })).total).toBe(1);
    const hidden = await inbox.card("054-555-0187", "Hidden");
    await inbox.owner.call(send, { cardId: hidden, text: "From a card out of sight" });
    expect(await read(member)).toEqual(["Words for the member"]);
    expect(await read(inbox.owner)).toEqual(["From a card out of sight", "Words for the member", "Words for the owner"]);
    expect(await chats(member)).toMatchObject([{ last: null }]);
    expect(await chats()).toMatchObject([{ last: { text: "From a card out of sight" } }]);
    await settle();
  });
});

it("a conversation of somebody else's is seen with the right to read, and changed only as far as the right to change reaches", async () => {
  await write("Hello");
  const { id: chatId } = await chat();
  const grants = { "CARDS.read": "ORGANIZATION", "COMMENTS.read": "ORGANIZATION", "COMMENTS.update": "USER" } as const;
  const member = await memberWith(grants);
  expect(await chats(member)).toHaveLength(1);
  for (const change of [{ isClosed: true }, { assignedTo: member.userId }])
    await expect(member.call(updateChat, { chatId, ...change })).rejects.toMatchObject({ code: "NO_PERMISSION" });
  expect(await member.call(markRead, { chatId })).toMatchObject({ unread: 0, isClosed: false, assignedTo: null });
  await inbox.owner.call(updateChat, { chatId, assignedTo: member.userId });
  expect(await member.call(updateChat, { chatId, isClosed: true })).toMatchObject({ isClosed: true });
});
