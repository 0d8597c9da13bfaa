import { named } from "@kartis/tests/support/people.ts";
import { handler as sweepTrashOnSchedule } from "@kartis/functions/trash/handler.ts";
import { describe, expect, it } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../../cards/index.ts";
import { dueActions } from "../../cards/trash/actions.ts";
import { noteTrash } from "../../cards/trash/due.ts";
import { chatIdOf, chatProcedures, findChat } from "../../chats/index.ts";
import { latestRecords } from "../../data/journal-entity.ts";
import { recordOf } from "../../data/payloads.ts";
import { customer, hour, said, startInbox } from "./inbox.fixture.ts";

const listChats = named(chatProcedures, "chats.list");
const updateChat = named(chatProcedures, "chats.update");
const markRead = named(chatProcedures, "chats.markRead");
const searchCards = named(cardProcedures, "cards.search");
const trashCard = named(cardProcedures, "cards.remove");

const inbox = startInbox();
const { card, write, settle, chats, chat, messages, shown, cardCount, onTimeline } = inbox;

/** Runs the scheduled sweep of the trash. */
async function sweep() {
  for (const record of await latestRecords(inbox.owner.orgId, 300, null)) await noteTrash(recordOf(record, dueActions));
  await sweepTrashOnSchedule();
}

describe("a received message", () => {
  it("is stored once, on the card that has the number in whatever notation, and shown in the inbox", async () => {
    const call = inbox.side.whatsapp.write(customer, said("Is the roof free?"), { name: "Rami Halabi" });
    expect([await inbox.side.call(inbox.owner.orgId, call), await inbox.side.call(inbox.owner.orgId, call)]).toEqual([200, 200]);
    await settle();
    await inbox.side.keep(inbox.owner.orgId);
    expect(await onTimeline()).toMatchObject([
      { direction: "IN", text: "Is the roof free?", phone: customer, createdBy: null, delivery: null },
    ]);
    expect(await chats()).toMatchObject([
      {
        phone: customer,
        name: "Rami Halabi",
        cardId: inbox.cardId,
        unread: 1,
        isClosed: false,
        last: { text: "Is the roof free?" },
      },
    ]);
    expect(await cardCount()).toBe(1);
  });

  it.each(["+972 54-555-0187", "0545550187", "972545550187", "(054) 555 0187", "+972545550187"])(
    "finds a card whose number was typed as %s",
    async (typed) => {
      await inbox.owner.call(trashCard, { cardId: inbox.cardId });
      inbox.cardId = await card(typed);
      await write("Hello");
      expect(await onTimeline()).toHaveLength(1);
    },
  );

  it("from a number on several cards goes to the card changed last, and its conversation stays with it", async () => {
    const older = inbox.cardId;
    inbox.cardId = await card("+972 54 555 0187");
    await write("Hello");
    await inbox.owner.call(named(cardProcedures, "cards.update"), { cardId: older, fields: { name: "Renamed" } });
    await write("Hello again");
    expect(await onTimeline()).toHaveLength(2);
  });

  it("from a stranger creates one card with name and number, even if two arrive at once", async () => {
    const stranger = "+36301234567";
    const calls = ["Jó napot", "napelem árajánlat?"].map((text) =>
      inbox.side.whatsapp.write(stranger, said(text), { name: "Nagy Eszter" }),
    );
    await Promise.all(calls.map((call) => inbox.side.call(inbox.owner.orgId, call)));
    await Promise.all([inbox.side.keep(inbox.owner.orgId), inbox.side.keep(inbox.owner.orgId)]);
    const [made] = await chats();
    expect(made).toMatchObject({ phone: stranger, unread: 2 });
    expect(await onTimeline(made?.cardId)).toHaveLength(2);
    const { rows } = await inbox.owner.call(searchCards, { cardTypeId: inbox.typeId, limit: 10 });
    expect(rows.map(({ fields }) => fields["name"])).toContain("Nagy Eszter");
    expect(await cardCount()).toBe(2);
  });

  it("from a stranger is kept when the type chosen for strangers was deleted: its card is of the organization's first type", async () => {
    const draft = { name: "Caller", pluralName: "Callers", hue: "slate", fields: [{ label: "Phone", type: "phone" }] } as const;
    const type = await inbox.owner.call(named(cardTypeProcedures, "cardTypes.create"), {
      draft: { ...draft, fields: [...draft.fields] },
    });
    await inbox.side.connect(inbox.owner, type.id);
    await inbox.owner.call(named(cardTypeProcedures, "cardTypes.remove"), { typeId: type.id });
    await write("Jó napot", "+36301234567", { name: "Nagy Eszter" });
    expect(await chat()).toMatchObject({ phone: "+36301234567", last: { text: "Jó napot" } });
    const { rows } = await inbox.owner.call(searchCards, { cardTypeId: inbox.typeId, limit: 10 });
    expect(rows.map(({ fields }) => fields["name"])).toContain("Nagy Eszter");
  });

  it("starts a new conversation after the card was permanently deleted and the old one ended with it", async () => {
    await write("Hello");
    await write("From somebody else", "+36301234567", { name: "Nagy Eszter", at: Date.now() - 60_000 });
    await inbox.owner.call(trashCard, { cardId: inbox.cardId });
    await sweep();
    expect(await chats()).toHaveLength(2);
    await inbox.owner.call(named(cardProcedures, "cards.purge"), { cardId: inbox.cardId });
    await sweep();
    expect(await chats()).toMatchObject([{ phone: "+36301234567" }]);
    expect(await findChat(inbox.owner.orgId, chatIdOf(inbox.owner.orgId, customer))).toBeUndefined();
    await write("Hello again");
    expect(await chats()).toMatchObject([{ phone: customer, unread: 1 }, { phone: "+36301234567" }]);
  });

  it("goes to a new card if its card is in the trash", async () => {
    await write("Hello");
    await inbox.owner.call(trashCard, { cardId: inbox.cardId });
    await write("Are you there?");
    expect((await chat()).cardId).not.toBe(inbox.cardId);
  });

  it("of any kind is read: locations, contacts, replies, and reactions before and after their message", async () => {
    await write("First");
    const [first] = await messages();
    const firstId = inbox.side.whatsapp.messages[0]?.id ?? "";
    const place = { type: "location", location: { latitude: 32.08, longitude: 34.78, name: "Tel Aviv" } };
    const people = { type: "contacts", contacts: [{ name: { formatted_name: "Dana" }, phones: [{ phone: "+972541" }] }] };
    const later = inbox.side.whatsapp.write(customer, said("Reacted to early"));
    const laterId = inbox.side.whatsapp.messages[0]?.id ?? "";
    const react = (to: string, emoji: string, at = Date.now()) =>
      inbox.side.whatsapp.write(customer, { type: "reaction", reaction: { message_id: to, emoji } }, { at });
    for (const call of [
      inbox.side.whatsapp.write(customer, place),
      inbox.side.whatsapp.write(customer, people),
      inbox.side.whatsapp.write(customer, said("A reply"), { answers: firstId }),
      inbox.side.whatsapp.write(customer, { type: "poll", poll: {} }),
      react(firstId, "👍"),
      react(laterId, "❤️"),
      later,
    ])
      await inbox.side.call(inbox.owner.orgId, call);
    await settle();
    const all = await messages();
    const of = (kind: string) => all.find((one) => one.kind === kind);
    expect(of("location")?.location).toMatchObject({ latitude: 32.08, longitude: 34.78, name: "Tel Aviv" });
    expect(of("contacts")?.contacts).toEqual([{ name: "Dana", phones: ["+972541"] }]);
    expect(of("unsupported")).toBeDefined();
    expect(all.find(({ text }) => text === "A reply")?.answers).toBe(first?.id);
    expect((await shown(first?.id ?? "")).reaction).toBe("👍");
    expect(all.find(({ text }) => text === "Reacted to early")?.reaction).toBe("❤️");
    await inbox.side.call(inbox.owner.orgId, react(firstId, "", Date.now() + 2_000));
    await settle();
    expect((await shown(first?.id ?? "")).reaction).toBeNull();
  });

  it("has its files stored; a file that is too large is reported as such", async () => {
    const small = inbox.side.whatsapp.keepFile("image/png", Buffer.from("iVBORw0KGgo=", "base64"));
    const large = inbox.side.whatsapp.keepFile("video/mp4", Buffer.alloc(5 * 1_048_576 + 1));
    await inbox.side.call(
      inbox.owner.orgId,
      inbox.side.whatsapp.write(customer, { type: "image", image: { id: small, mime_type: "image/png", caption: "The meter" } }),
    );
    await inbox.side.call(
      inbox.owner.orgId,
      inbox.side.whatsapp.write(customer, { type: "video", video: { id: large, mime_type: "video/mp4" } }),
    );
    await settle();
    const all = await messages();
    expect(all.find(({ kind }) => kind === "image")).toMatchObject({
      text: "The meter",
      media: null,
      attachments: [{ name: "image.png", bytes: 8 }],
    });
    expect(all.find(({ kind }) => kind === "video")).toMatchObject({ media: "failed", reason: "tooLarge", attachments: [] });
  });

  it("stays in order in the inbox, whatever order messages arrive in, and reopens a closed conversation", async () => {
    await write("The latest");
    const { id } = await chat();
    await inbox.owner.call(updateChat, { chatId: id, isClosed: true, assignedTo: inbox.owner.userId });
    expect(await chats()).toEqual([]);
    await write("From yesterday", customer, { at: Date.now() - 20 * hour });
    expect(await chat()).toMatchObject({
      isClosed: false,
      unread: 2,
      assignedTo: inbox.owner.userId,
      last: { text: "The latest" },
    });
    expect((await messages()).map(({ text }) => text)).toEqual(["The latest", "From yesterday"]);
    expect((await inbox.owner.call(markRead, { chatId: id })).unread).toBe(0);
    const { counts } = await inbox.owner.call(listChats, {});
    expect(counts).toMatchObject({ open: 1, unread: 0, mine: 1, unassigned: 0, window: 1, notSent: 0, closed: 0 });
  });

  it("keeps the order of what was written within one second", async () => {
    const at = Math.floor(Date.now() / 1_000) * 1_000 - 60_000;
    const lines = Array.from({ length: 6 }, (_, index) => `Line ${index}`);
    for (const line of lines) await write(line, customer, { at });
    expect((await messages()).map(({ text }) => text)).toEqual(lines.toReversed());
    expect(await chat()).toMatchObject({ last: { text: "Line 5" } });
  });

  it("is found by words, by names, and by numbers in any notation", async () => {
    await write("The invoice for the pergola");
    await write("Something else", "+36301234567", { name: "Nagy Eszter" });
    const found = async (query: string) => (await inbox.owner.call(listChats, { query })).chats.map(({ phone }) => phone);
    expect(await found("pergola")).toEqual([customer]);
    expect(await found("eszter")).toEqual(["+36301234567"]);
    expect(await found("054-555")).toEqual([customer]);
    expect(await found("100%")).toEqual([]);
  });
});
