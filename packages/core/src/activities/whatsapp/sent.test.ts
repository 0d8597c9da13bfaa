import { named } from "@kartis/tests/support/people.ts";
import { describe, expect, it } from "vitest";
import { chatProcedures } from "../../chats/index.ts";
import { newId } from "../../kernel/id.ts";
import { outboundProcedures } from "../../outgoing-messages/index.ts";
import { fileProcedures } from "../../attachments/index.ts";
import { whatsappProcedures } from "./procedures.ts";
import { customer, hour, startInbox } from "./inbox.fixture.ts";

const options = named(whatsappProcedures, "whatsapp.options");
const update = named(whatsappProcedures, "whatsapp.update");
const remove = named(whatsappProcedures, "whatsapp.remove");
const restore = named(whatsappProcedures, "whatsapp.restore");
const listChats = named(chatProcedures, "chats.list");
const open = named(outboundProcedures, "outbound.list");
const sendAgain = named(outboundProcedures, "outbound.sendAgain");

const inbox = startInbox();
const { write, settle, reply, chat, shown } = inbox;

describe("a sent message", () => {
  it("reaches the customer; delivery reports may come in any order, and more than once", async () => {
    await write("Hello");
    const made = await reply();
    expect(made).toMatchObject({ delivery: "sending", direction: "OUT", createdBy: inbox.owner.userId, phone: customer });
    inbox.side.whatsapp.weather = "muddled";
    await inbox.side.send(inbox.owner.orgId);
    await inbox.side.keep(inbox.owner.orgId);
    expect((await shown(made.id)).delivery).toBe("sent");
    await settle();
    expect(await shown(made.id)).toMatchObject({ delivery: "read", reason: null });
    expect(await chat()).toMatchObject({ unread: 0, last: { direction: "OUT", delivery: "read" } });
  });

  it("is free-form for 24 hours after the customer's last message; before and after, only a template can be sent", async () => {
    const refused = { code: "PRECONDITION_FAILED", details: { messageKey: "errors.whatsappWindow" } };
    await expect(reply()).rejects.toMatchObject(refused);
    await write("Hello", customer, { at: Date.now() - 24 * hour - 1_000 });
    await expect(reply()).rejects.toMatchObject(refused);
    const template = { name: "estimate_ready", language: "he", parameters: ["רמי", "גולן"] };
    const made = await reply({ text: "", template });
    expect(made).toMatchObject({ kind: "template", text: "שלום רמי, הצעת המחיר עבור גולן מוכנה. אפשר להתקשר?" });
    await settle();
    expect((await shown(made.id)).delivery).toBe("read");
    expect(inbox.side.whatsapp.messages.find(({ isFromPhone }) => !isFromPhone)?.text).toBe(made.text);
    await write("Hello again", customer, { at: Date.now() - 24 * hour + 60_000 });
    const [number] = (await inbox.owner.call(options, { cardId: inbox.cardId })).numbers;
    expect(Date.parse(number?.windowEndsAt ?? "")).toBeGreaterThan(Date.now());
    await reply();
    await expect(reply({ template: { name: "payment_link", language: "en", parameters: ["x"] } })).rejects.toMatchObject({
      details: { fields: { template: "validation.whatsappTemplate" } },
    });
    await expect(reply({ template: { ...template, parameters: [] } })).rejects.toMatchObject({
      details: { fields: { template: "validation.whatsappParameters" } },
    });
  });

  it("carries files", async () => {
    await write("Hello");
    const { storeFile } = await import("@kartis/tests/support/files.ts");
    const fileId = await storeFile(inbox.owner, { name: "offer.txt", content: "The offer", cardId: inbox.cardId });
    const made = await reply({ fileId, text: "Here it is" });
    await settle();
    expect(await shown(made.id)).toMatchObject({ kind: "document", delivery: "read", attachments: [{ name: "offer.txt" }] });
  });

  it.each([
    ["undeliverable", "undeliverable"],
    ["reengagement", "window"],
  ] as const)("that Meta takes and then reports as %s has failed, with the reason, in the inbox too", async (weather, reason) => {
    await write("Hello");
    inbox.side.whatsapp.weather = weather;
    const made = await reply();
    await settle();
    expect(await shown(made.id)).toMatchObject({ delivery: "failed", reason });
    expect((await inbox.owner.call(listChats, { folder: "notSent" })).total).toBe(1);
  });

  it("waits while Meta is busy, and is sent when it no longer is", async () => {
    await write("Hello");
    inbox.side.whatsapp.weather = "busy";
    const made = await reply();
    expect(await inbox.side.send(inbox.owner.orgId)).toBe(1);
    expect((await shown(made.id)).delivery).toBe("sending");
    inbox.side.whatsapp.weather = "fine";
    await settle();
    expect((await shown(made.id)).delivery).toBe("read");
  });

  it.each(["uploadLost", "uploadBroken"] as const)(
    "whose file did not get through (%s) is sent by itself when it does, since the customer has got nothing yet",
    async (weather) => {
      await write("Hello");
      const { storeFile } = await import("@kartis/tests/support/files.ts");
      const fileId = await storeFile(inbox.owner, { name: "offer.txt", content: "The offer", cardId: inbox.cardId });
      inbox.side.whatsapp.weather = weather;
      const made = await reply({ fileId, text: "Here it is" });
      expect(await inbox.side.send(inbox.owner.orgId)).toBe(1);
      expect((await shown(made.id)).delivery).toBe("sending");
      inbox.side.whatsapp.weather = "fine";
      const { accepted } = inbox.side.whatsapp;
      await settle();
      expect((await shown(made.id)).delivery).toBe("read");
      expect(inbox.side.whatsapp.accepted).toBe(accepted + 1);
    },
  );

  it("whose file was deleted is not sent without it, and says why, also when somebody wants to send it again", async () => {
    await write("Hello");
    const { storeFile } = await import("@kartis/tests/support/files.ts");
    const fileId = await storeFile(inbox.owner, { name: "offer.txt", content: "The offer", cardId: inbox.cardId });
    inbox.side.whatsapp.weather = "lostBefore";
    const lost = await reply({ fileId, text: "Here it is" });
    await settle();
    inbox.side.whatsapp.weather = "fine";
    const { accepted } = inbox.side.whatsapp;
    const waiting = await reply({ fileId, text: "Here it is too" });
    await inbox.owner.call(named(fileProcedures, "files.remove"), { fileId });
    await settle();
    expect(await shown(waiting.id)).toMatchObject({ delivery: "failed", reason: "noFile" });
    const { effects } = await inbox.owner.call(open, {});
    const effectId = effects.find(({ subject }) => subject.id === lost.id)?.id ?? expect.fail("not open");
    const fileGone = { code: "PRECONDITION_FAILED", details: { messageKey: "errors.sentFileGone" } };
    await expect(inbox.owner.call(sendAgain, { effectId })).rejects.toMatchObject(fileGone);
    const again = named(whatsappProcedures, "whatsapp.sendAgain");
    await expect(inbox.owner.call(again, { whatsappId: lost.id })).rejects.toMatchObject(fileGone);
    await settle();
    expect(inbox.side.whatsapp.accepted).toBe(accepted);
  });

  it("whose answer was lost is not resent by itself: a report says that it arrived, or a person decides", async () => {
    await write("Hello");
    inbox.side.whatsapp.weather = "lost";
    const made = await reply();
    const { accepted } = inbox.side.whatsapp;
    await settle();
    await settle();
    expect(inbox.side.whatsapp.accepted).toBe(accepted + 1);
    expect((await shown(made.id)).delivery).toBe("unknown");
    expect((await inbox.owner.call(open, {})).effects).toMatchObject([
      { purpose: "whatsapp", state: "unknown", subject: { id: made.id } },
    ]);
    const id = inbox.side.whatsapp.messages[0]?.id ?? "";
    for (const call of inbox.side.whatsapp.settle(id, "delivered")) await inbox.side.call(inbox.owner.orgId, call);
    await inbox.side.keep(inbox.owner.orgId);
    expect((await shown(made.id)).delivery).toBe("delivered");
  });

  it("whose connection broke before Meta had it is unknown too, and is resent when a person decides so", async () => {
    await write("Hello");
    inbox.side.whatsapp.weather = "lostBefore";
    const made = await reply();
    await settle();
    expect((await shown(made.id)).delivery).toBe("unknown");
    inbox.side.whatsapp.weather = "fine";
    const { effects } = await inbox.owner.call(open, {});
    await inbox.owner.call(sendAgain, { effectId: effects[0]?.id ?? expect.fail("not open") });
    await settle();
    expect((await shown(made.id)).delivery).toBe("read");
  });

  it("is sent once, however often the call is repeated and however often its record is delivered", async () => {
    await write("Hello");
    const whatsappId = newId("act");
    const { accepted } = inbox.side.whatsapp;
    const [first, second] = await Promise.all([reply({ whatsappId }), reply({ whatsappId })]);
    expect(first.id).toBe(second.id);
    await Promise.all([inbox.side.send(inbox.owner.orgId), inbox.side.send(inbox.owner.orgId)]);
    expect(inbox.side.whatsapp.accepted).toBe(accepted + 1);
  });

  it("is not taken for one that was sent under its id with other words, or as an answer to another message", async () => {
    await write("Hello");
    const whatsappId = newId("act");
    const { accepted } = inbox.side.whatsapp;
    await reply({ whatsappId });
    const sentBefore = { code: "CONFLICT", details: { messageKey: "errors.sentBefore" } };
    await expect(reply({ whatsappId, text: "Hello Rami, tomorrow" })).rejects.toMatchObject(sentBefore);
    const [asked] = (await inbox.messages()).filter(({ direction }) => direction === "IN");
    await expect(reply({ whatsappId, answers: asked?.id })).rejects.toMatchObject(sentBefore);
    const template = { name: "estimate_ready", language: "en", parameters: ["Rami", "the roof"] };
    const templateId = newId("act");
    await reply({ whatsappId: templateId, text: undefined, template });
    await expect(reply({ whatsappId: templateId, text: undefined, template })).resolves.toMatchObject({ id: templateId });
    const other = { ...template, parameters: ["Rami", "the wall"] };
    await expect(reply({ whatsappId: templateId, text: undefined, template: other })).rejects.toMatchObject(sentBefore);
    await settle();
    expect(inbox.side.whatsapp.accepted).toBe(accepted + 2);
  });

  it("is pinned, moved to the trash and restored", async () => {
    await write("Hello");
    const made = await reply();
    expect(await inbox.owner.call(update, { whatsappId: made.id, pinned: true })).toMatchObject({ pinned: true });
    expect((await inbox.owner.call(remove, { whatsappId: made.id })).trashedAt).not.toBeNull();
    expect(await inbox.owner.call(restore, { whatsappId: made.id })).toMatchObject({ trashedAt: null });
  });
});
