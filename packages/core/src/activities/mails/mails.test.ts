import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { storeFile } from "@kartis/tests/support/files.ts";
import { keepDelivered } from "@kartis/tests/support/mails.ts";
import { sendIntended, troubledMail } from "@kartis/tests/support/outbound.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type * as z from "zod";
import { cardProcedures } from "../../cards/index.ts";
import { type CardId, type CardTypeId, newId } from "../../kernel/id.ts";
import type { Grants } from "../../kernel/permission.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { outboundProcedures } from "../../outgoing-messages/index.ts";
import { fileProcedures } from "../../attachments/index.ts";
import { usedOf } from "../../plans/index.ts";
import { profileProcedures } from "../../profiles/index.ts";
import { timelineProcedures } from "../../timeline/index.ts";
import { mailProcedures } from "../index.ts";
import type { SendMailInput } from "./schema.ts";

const [send, update, remove, restore] = [
  named(mailProcedures, "mails.send"),
  named(mailProcedures, "mails.update"),
  named(mailProcedures, "mails.remove"),
  named(mailProcedures, "mails.restore"),
];
const timeline = named(timelineProcedures, "timeline.list");
const [open, sendAgain] = [named(outboundProcedures, "outbound.list"), named(outboundProcedures, "outbound.sendAgain")];

let backend: Backend;
let owner: Owner;
let typeId: CardTypeId;
let cardId: CardId;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
  typeId = (await owner.call(named(cardProcedures, "cards.types"), {}))[0]?.id ?? expect.fail("no type");
  cardId = await card("Galil Cold Storage");
});
afterAll(() => backend.close());
afterEach(() => vi.restoreAllMocks());

const card = async (name: string) => (await owner.call(named(cardProcedures, "cards.create"), { typeId, fields: { name } })).id;
const said = (text: string) => [{ type: "paragraph" as const, content: [{ text }] }];
let counter = 0;
const newAddress = () => `dana${++counter}@customer.example`;
type Given = Partial<z.input<typeof SendMailInput>>;
const write = (more: Given = {}, by = owner) =>
  by.call(send, { cardId, to: [{ email: newAddress() }], subject: "Offer", body: said("Hello"), ...more });
const mailsTo = (email: string) => backend.engines.mail.listMails({ to: email });
async function settle(): Promise<number> {
  const left = await sendIntended(owner.orgId);
  await keepDelivered(owner.orgId);
  return left;
}
const shown = async (id: string, on = cardId) => {
  const { entries } = await owner.call(timeline, { cardId: on, channels: ["mail"], limit: 100 });
  const entry = entries.find((one) => one.id === id);
  return entry?.kind === "activity" && entry.type === "MAIL" ? entry.value : undefined;
};
const refusal = (fields: Record<string, string>) => ({ code: "INVALID_INPUT", details: { fields } });

describe("a mail from a card", () => {
  it("goes to its people in the sender's name, with its files and the signature, and is on the timeline as sent", async () => {
    await owner.call(named(profileProcedures, "profile.update"), { signature: "Noa\n+972 4 000 0000" });
    const [to, cc, bcc] = [newAddress(), newAddress(), newAddress()];
    const fileId = await storeFile(owner, { name: "הצעה.txt", content: "Two cranes", cardId });
    const before = await usedOf(owner.orgId, "activities");
    const made = await write({
      to: [{ email: to.toUpperCase(), name: "Levi, Dana" }],
      cc: [{ email: cc }],
      bcc: [{ email: bcc }],
      subject: "  The\toffer ",
      body: [
        { type: "paragraph", content: [{ text: "<b>Not bold</b> & " }, { text: "bold", bold: true }] },
        { type: "number", content: [{ text: "One", link: "https://a.example/?a=1&b=2" }] },
      ],
      attachments: [fileId],
    });
    expect(made).toMatchObject({ subject: "The offer", direction: "OUT", delivery: "sending", createdBy: owner.userId });
    expect(await usedOf(owner.orgId, "activities")).toBe(before + 1);
    expect(await settle()).toBe(0);
    const [mail] = mailsTo(to);
    expect(mail).toMatchObject({ to: [to], cc: [cc], bcc: [bcc], subject: "The offer" });
    expect(mail?.from).toMatch(/^Owner \d+ <no-reply@kartis\.localhost>$/);
    expect(mail?.headers["to"]).toBe(`"Levi, Dana" <${to}>`);
    expect(JSON.stringify(mail?.headers)).not.toContain(bcc);
    expect(mail?.html).toContain("&lt;b&gt;Not bold&lt;/b&gt; &amp; <strong>bold</strong>");
    expect(mail?.html).toContain('<li dir="auto"><a href="https://a.example/?a=1&amp;b=2">One</a></li>');
    expect(mail?.text).toBe("<b>Not bold</b> & bold\n\n1. One (https://a.example/?a=1&b=2)\n\n-- \nNoa\n+972 4 000 0000");
    expect(mail?.attachments).toMatchObject([{ name: "הצעה.txt", type: "text/plain" }]);
    expect(Buffer.from(mail?.attachments[0]?.base64 ?? "", "base64").toString()).toBe("Two cranes");
    expect(await shown(made.id)).toMatchObject({ delivery: "sent", signature: "Noa\n+972 4 000 0000", from: { name: /^Owner/ } });
    await owner.call(named(profileProcedures, "profile.update"), { signature: "" });
  });

  it("is sent once, however often its message and the call come", async () => {
    const [to, mailId] = [newAddress(), newId("act")];
    const input = { to: [{ email: to }], mailId };
    const [first, second] = [await write(input), await write(input)];
    expect([second.id, second.recordId]).toEqual([first.id, null]);
    await settle();
    await settle();
    expect(mailsTo(to)).toHaveLength(1);
  });

  it("is not taken for one that was sent under its id with other words, people or files; under an id of its own it has those files", async () => {
    const [to, mailId] = [newAddress(), newId("act")];
    const fileId = await storeFile(owner, { name: "offer.txt", content: "Two cranes", activityId: mailId });
    const input = { to: [{ email: to }], mailId, attachments: [fileId] };
    await write(input);
    const sentBefore = { code: "CONFLICT", details: { messageKey: "errors.sentBefore" } };
    for (const change of [
      { subject: "The offer" },
      { body: said("Hello Dana") },
      { to: [{ email: newAddress() }] },
      { cc: [{ email: newAddress() }] },
      { attachments: [] },
    ])
      await expect(write({ ...input, ...change })).rejects.toMatchObject(sentBefore);
    await expect(write(input)).resolves.toMatchObject({ id: mailId, recordId: null });
    const corrected = await write({ ...input, mailId: newId("act"), subject: "The offer" });
    expect(corrected).toMatchObject({ subject: "The offer", attachments: [{ fileId }] });
    await settle();
    expect(
      mailsTo(to)
        .map(({ subject, attachments }) => [subject, attachments.length] as const)
        .toSorted(([a], [b]) => a.localeCompare(b)),
    ).toEqual([
      ["Offer", 1],
      ["The offer", 1],
    ]);
    const other = await newMember(owner, { systemRole: "ADMIN" });
    await expect(write({ attachments: [fileId] }, other)).rejects.toMatchObject(
      refusal({ attachments: "validation.fileMissing" }),
    );
  });

  it("whose file was deleted is not sent without it, and says why when somebody wants to send it again", async () => {
    const to = newAddress();
    const fileId = await storeFile(owner, { name: "offer.txt", content: "Two cranes", cardId });
    const made = await write({ to: [{ email: to }], attachments: [fileId] });
    await owner.call(named(fileProcedures, "files.remove"), { fileId });
    await settle();
    expect(mailsTo(to)).toEqual([]);
    expect(await shown(made.id)).toMatchObject({ delivery: "failed", attachments: [] });
    const { effects } = await owner.call(named(outboundProcedures, "outbound.list"), {});
    const effect = effects.find(({ subject }) => subject.id === made.id) ?? expect.fail("not open");
    expect(effect).toMatchObject({ state: "failed", reason: "noFile" });
    const again = owner.call(named(outboundProcedures, "outbound.sendAgain"), { effectId: effect.id });
    await expect(again).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
      details: { messageKey: "errors.sentFileGone" },
    });
  });

  it("is not sent again when the answer was lost, before somebody decides so", async () => {
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const to = newAddress();
    const lost = troubledMail(backend.engines, "lost");
    const { id } = await write({ to: [{ email: to }] });
    await settle();
    lost.end();
    await settle();
    expect(mailsTo(to)).toHaveLength(1);
    expect(await shown(id)).toMatchObject({ delivery: "unknown" });
    const { effects } = await owner.call(open, {});
    const effect = effects.find(({ subject }) => subject.id === id) ?? expect.fail("nobody is asked");
    expect(effect).toMatchObject({ purpose: "mail", state: "unknown" });
    await owner.call(sendAgain, { effectId: effect.id });
    await settle();
    expect(mailsTo(to)).toHaveLength(2);
    expect(await shown(id)).toMatchObject({ delivery: "sent" });
  });

  it("whose answer was lost is shown as sent once somebody has settled that it went out", async () => {
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const lost = troubledMail(backend.engines, "lost");
    const { id } = await write();
    await settle();
    lost.end();
    await settle();
    expect(await shown(id)).toMatchObject({ delivery: "unknown" });
    const { effects } = await owner.call(open, {});
    const effect = effects.find(({ subject }) => subject.id === id) ?? expect.fail("nobody is asked");
    await owner.call(named(outboundProcedures, "outbound.dismiss"), { effectId: effect.id });
    // Of that alone: earlier records are not delivered again because of it.
    await keepDelivered(owner.orgId, 1);
    expect(await shown(id)).toMatchObject({ delivery: "sent" });
  });

  it("that SES refuses is shown as not sent", async () => {
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const refused = troubledMail(backend.engines, "refused");
    const { id } = await write();
    await settle();
    refused.end();
    expect(await shown(id)).toMatchObject({ delivery: "failed" });
  });

  it("that was put into the trash before it went out is not sent; one that went out can be pinned, deleted and restored", async () => {
    const to = newAddress();
    const { id: mailId } = await write({ to: [{ email: to }] });
    await owner.call(remove, { mailId });
    await settle();
    expect(mailsTo(to)).toEqual([]);
    expect(await shown(mailId)).toBeUndefined();
    await owner.call(restore, { mailId });
    expect(await owner.call(update, { mailId, pinned: true })).toMatchObject({ pinned: true, delivery: "failed" });
    expect(await shown(mailId)).toMatchObject({ pinned: true });
  });
});

describe("what a mail may be", () => {
  it.each<[string, Given, Record<string, string>]>([
    ["to nobody", { to: [] }, { to: "validation.required" }],
    ["to what is no address", { to: [{ email: "dana@x.example\r\nBcc: all@x.example" }] }, { "to.0.email": "validation.email" }],
    ["without a subject", { subject: "\r\n\u2028" }, { subject: "validation.required" }],
    ["empty", { body: [] }, { body: "validation.required" }],
    [
      "to 51 people in all",
      {
        to: Array.from({ length: 26 }, () => ({ email: newAddress() })),
        cc: Array.from({ length: 25 }, () => ({ email: "a@b.example" })),
      },
      { to: "validation.arraySize" },
    ],
  ])("not %s", async (_, more, fields) => {
    await expect(write(more)).rejects.toMatchObject(refusal(fields));
  });

  it("without mentions, with files of its own card alone, and answering a mail of that card", async () => {
    const mention = [{ type: "paragraph" as const, content: [{ member: owner.userId }] }];
    await expect(write({ body: mention })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    const other = await card("Another");
    const fileId = await storeFile(owner, { name: "a.txt", content: "a", cardId: other });
    await expect(write({ attachments: [fileId] })).rejects.toMatchObject(refusal({ attachments: "validation.fileMissing" }));
    const { id } = await write({ cardId: other });
    await expect(write({ answers: id })).rejects.toMatchObject(refusal({ answers: "validation.mail" }));
    expect(await write({ cardId: other, answers: id })).toMatchObject({ answers: id });
  });

  it("15 MB of attachments at most", async () => {
    const content = new Uint8Array(4 * 1_048_576);
    const files = await Promise.all(["a", "b", "c", "d"].map((name) => storeFile(owner, { name, content, cardId })));
    await expect(write({ attachments: files })).rejects.toMatchObject(refusal({ attachments: "validation.mailTooLarge" }));
    expect((await write({ attachments: files.slice(1) })).attachments).toHaveLength(3);
  });

  it("nothing in a subject or a name becomes a header", async () => {
    const to = newAddress();
    await write({ to: [{ email: to, name: 'x"\r\nBcc: all@x.example' }], subject: "Offer\r\nBcc: all@x.example\r\n\r\nBody" });
    await settle();
    expect(mailsTo("all@x.example")).toEqual([]);
    expect(mailsTo(to)[0]).toMatchObject({ subject: "Offer Bcc: all@x.example Body" });
    expect(Object.keys(mailsTo(to)[0]?.headers ?? {})).not.toContain("bcc");
  });
});

it("who may not write comments sends no mail, and who does not see the card learns nothing of it", async () => {
  const role = async (grants: Grants) =>
    (await owner.call(named(organizationProcedures, "roles.create"), { name: `Role ${++counter}`, grants })).id;
  const reader = await newMember(owner, {
    roleId: await role({ "CARDS.read": "ORGANIZATION", "COMMENTS.read": "ORGANIZATION" }),
  });
  await expect(write({}, reader)).rejects.toMatchObject({ code: "NO_PERMISSION" });
  const narrow = await newMember(owner, { roleId: await role({ "CARDS.read": "USER", "COMMENTS.create": "USER" }) });
  await expect(write({}, narrow)).rejects.toMatchObject(refusal({ cardId: "validation.relatedCard" }));
});
