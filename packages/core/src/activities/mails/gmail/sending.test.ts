import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { type GmailSide, startGmail } from "@kartis/tests/support/gmail.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { storeFile } from "@kartis/tests/support/files.ts";
import { writeMessage } from "@kartis/simulators/gmail-message.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures } from "../../../cards/index.ts";
import { fileProcedures } from "../../../attachments/index.ts";
import { gmailProcedures } from "../../../gmail/procedures.ts";
import type { ActivityId, CardId } from "../../../kernel/id.ts";
import { outboundProcedures } from "../../../outgoing-messages/index.ts";
import { timelineProcedures } from "../../../timeline/index.ts";
import { mailProcedures } from "../../index.ts";
import type { Mail } from "../schema.ts";

const send = named(mailProcedures, "mails.send");
const disconnect = named(gmailProcedures, "gmail.disconnect");
const timeline = named(timelineProcedures, "timeline.list");
const [open, sendAgain] = [named(outboundProcedures, "outbound.list"), named(outboundProcedures, "outbound.sendAgain")];
const said = (text: string) => [{ type: "paragraph" as const, content: [{ text }] }];

let backend: Backend;
let google: GmailSide;
let owner: Owner;
let cardId: CardId;
const mailbox = "noa@kartis-firm.example";
const customer = "dana@customer.example";
beforeAll(async () => {
  backend = await startBackend();
  google = await startGmail();
  owner = await newOwner();
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  const field = type?.fields.find((one) => one.type === "email")?.id ?? "";
  const typeId = type?.id ?? expect.fail("no type");
  cardId = (await owner.call(named(cardProcedures, "cards.create"), { typeId, fields: { name: "Dana", [field]: customer } })).id;
});
afterAll(async () => {
  await google.close();
  await backend.close();
});
afterEach(() => void (google.gmail.weather = "fine"));

const write = (more: { subject?: string; answers?: ActivityId; attachments?: string[]; bcc?: { email: string }[] } = {}) =>
  owner.call(send, {
    cardId,
    to: [{ email: customer }],
    subject: "Offer",
    body: said("שלום Dana"),
    through: "gmail",
    ...more,
  } as never);
async function mails(): Promise<Mail[]> {
  const { entries } = await owner.call(timeline, { cardId, channels: ["mail"], limit: 100 });
  return entries.flatMap((entry) =>
    entry.kind === "activity" && entry.type === "MAIL" ? [entry.value, ...(entry.thread?.rows ?? [])] : [],
  );
}
const mailOf = async (id: string) => (await mails()).find((mail) => mail.id === id);
const sent = () => google.gmail.messagesOf(mailbox).filter(({ labelIds }) => labelIds.includes("SENT"));

describe("a mail from one's own Gmail", () => {
  it("needs it connected: 'Gmail integration is required'", async () => {
    await expect(write()).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
      details: { messageKey: "errors.gmailRequired", targetRoute: "/settings/integrations?open=gmail" },
    });
    await google.connect(owner, mailbox);
  });

  it("leaves from that address, once, with its files and blind copies, and is on the timeline once", async () => {
    const fileId = await storeFile(owner, { name: "הצעה.txt", content: "Two cranes", cardId });
    const { id, from } = await write({ attachments: [fileId], bcc: [{ email: "boss@elsewhere.example" }] });
    expect(from.email).toBe(mailbox);
    expect(await google.send(owner.orgId)).toBe(0);
    await google.settle(owner.orgId);
    await google.send(owner.orgId);
    await google.settle(owner.orgId);
    const [message, ...rest] = sent();
    expect(rest).toEqual([]);
    expect(message).toMatchObject({ from: mailbox, to: [customer], bcc: ["boss@elsewhere.example"], subject: "Offer" });
    expect(await mails()).toHaveLength(1);
    expect(await mailOf(id)).toMatchObject({ delivery: "sent", direction: "OUT", gmail: { userId: owner.userId } });
  });

  it("is answered into its exchange, and answers in Gmail's own thread", async () => {
    const { id } = await write({ subject: "The roof" });
    await google.send(owner.orgId);
    const message = sent()[0] ?? expect.fail("not sent");
    // Before Gmail has told us of the message that we sent.
    const messageId = "<answer.1@customer.example>";
    const answers = message.messageId;
    const raw = writeMessage({ from: customer, to: mailbox, subject: "Re: The roof", text: "Yes", messageId, answers });
    google.gmail.deliver(mailbox, raw);
    await google.settle(owner.orgId);
    const answer = (await mails()).find((mail) => mail.direction === "IN");
    expect(answer).toMatchObject({ threadId: id, answers: id });
    await write({ subject: "Re: The roof", answers: answer?.id ?? expect.fail("no answer") });
    await google.send(owner.orgId);
    const [second] = sent();
    expect(second).toMatchObject({ threadId: message.threadId, references: [messageId, messageId] });
  });

  it("of many megabytes leaves through the address that takes them, in Gmail's own thread too", async () => {
    const content = Buffer.alloc(5 * 1_048_576, "Two cranes. ");
    const fileId = await storeFile(owner, { name: "plan.txt", content, cardId });
    await write({ subject: "The plan", attachments: [fileId] });
    google.gmail.calls.splice(0);
    expect(await google.send(owner.orgId)).toBe(0);
    const message = sent()[0] ?? expect.fail("not sent");
    expect(message).toMatchObject({ from: mailbox, subject: "The plan" });
    const messageId = `<answer.2@customer.example>`;
    const raw = { from: customer, to: mailbox, subject: "Re: The plan", text: "Yes", messageId, answers: message.messageId };
    google.gmail.deliver(mailbox, writeMessage(raw));
    await google.settle(owner.orgId);
    const answer = (await mails()).find(({ direction, subject }) => direction === "IN" && subject === "Re: The plan");
    await write({ subject: "Re: The plan", answers: answer?.id ?? expect.fail("no answer"), attachments: [fileId] });
    expect(await google.send(owner.orgId)).toBe(0);
    expect(sent()[0]).toMatchObject({ threadId: message.threadId, subject: "Re: The plan", references: [messageId, messageId] });
    expect(sent()[0]?.raw.byteLength).toBeGreaterThan(content.byteLength);
    expect(google.gmail.calls.filter((call) => call.endsWith("messages/send"))).toEqual([
      "POST upload messages/send",
      "POST upload messages/send",
    ]);
  });

  it("whose file was deleted before it left is not sent without it, and a person decides", async () => {
    const fileId = await storeFile(owner, { name: "gone.txt", content: "Two cranes", cardId });
    const before = sent().length;
    const { id } = await write({ subject: "The missing plan", attachments: [fileId] });
    await owner.call(named(fileProcedures, "files.remove"), { fileId });
    await google.send(owner.orgId);
    expect(sent()).toHaveLength(before);
    const { effects } = await owner.call(open, {});
    const effect = effects.find(({ subject }) => subject.id === id) ?? expect.fail("nobody is asked");
    expect(effect).toMatchObject({ state: "failed", reason: "noFile" });
    await owner.call(named(outboundProcedures, "outbound.dismiss"), { effectId: effect.id });
  });

  it("whose answer was lost is settled by the mailbox itself, and is not sent twice", async () => {
    const before = sent().length;
    google.gmail.weather = "lost";
    const { id } = await write({ subject: "Lost" });
    await google.send(owner.orgId);
    google.gmail.weather = "fine";
    const [waiting] = (await owner.call(open, {})).effects;
    expect(waiting).toMatchObject({ purpose: "gmail", state: "unknown" });
    // Somebody sends it again before the mailbox was read.
    await owner.call(sendAgain, { effectId: waiting?.id ?? expect.fail("none") });
    await google.send(owner.orgId);
    expect(sent()).toHaveLength(before + 1);
    await google.settle(owner.orgId);
    expect(await mailOf(id)).toMatchObject({ delivery: "sent" });

    google.gmail.weather = "lost";
    const second = await write({ subject: "Lost again" });
    await google.send(owner.orgId);
    google.gmail.weather = "fine";
    await google.settle(owner.orgId);
    await google.keep(owner.orgId);
    expect((await owner.call(open, {})).effects).toEqual([]);
    expect(await mailOf(second.id)).toMatchObject({ delivery: "sent" });
    expect(sent()).toHaveLength(before + 2);
  });

  it.each(["busy", "lostBefore"] as const)("%s: is tried again", async (weather) => {
    const before = sent().length;
    await write({ subject: weather });
    google.gmail.weather = weather;
    const left = await google.send(owner.orgId);
    google.gmail.weather = "fine";
    if (weather === "busy") expect(left).toBe(1);
    await google.send(owner.orgId);
    expect(sent().length).toBeLessThanOrEqual(before + 1);
  });

  it("that Google refuses for good waits for a person, with the reason, and its mailbox with it", async () => {
    const { id } = await write({ subject: "Refused" });
    google.accounts.revoke(mailbox);
    await google.send(owner.orgId);
    await google.keep(owner.orgId);
    expect((await owner.call(open, {})).effects).toEqual(
      expect.arrayContaining([expect.objectContaining({ state: "failed", reason: "revoked" })]),
    );
    expect(await mailOf(id)).toMatchObject({ delivery: "failed" });
    await expect(write()).rejects.toMatchObject({ details: { messageKey: "errors.gmailRequired" } });
  });
});

it("disconnecting moves what the mailbox brought to the trash where its owner says so, and keeps what they wrote here", async () => {
  await google.connect(owner, mailbox);
  await owner.call(disconnect, { mails: "delete" });
  await google.keep(owner.orgId);
  const left = await mails();
  expect(left.every(({ direction }) => direction === "OUT")).toBe(true);
  expect(left.length).toBeGreaterThan(3);
});
