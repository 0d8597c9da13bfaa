import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { type GmailSide, startGmail } from "@kartis/tests/support/gmail.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { writeMessage, type WrittenMessage } from "@kartis/simulators/gmail-message.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures } from "../../../cards/index.ts";
import { gmailProcedures } from "../../../gmail/procedures.ts";
import type { UpdateGmailInput } from "../../../gmail/schema.ts";
import type { CardId, CardTypeId } from "../../../kernel/id.ts";
import { systemClock } from "../../../kernel/clock.ts";
import { assigningFieldsOf } from "../../../cards/assignments/fields.ts";
import { creationOf } from "../../../cards/card-writes.ts";
import { locksOf } from "../../../cards/identifiers/locks.ts";
import { cardsWithEmail } from "../../../cards/replica/emails.ts";
import { fieldContextOf } from "../../../cards/scope.ts";
import { findCards, getCardType } from "../../../cards/store.ts";
import { findConnection } from "../../../gmail/index.ts";
import { keepingGmail, type KeepDependencies } from "./keep.ts";
import { mailProcedures } from "../../index.ts";
import { replyAddressOf } from "../address.ts";
import { receiveMail } from "../inbound/receive.ts";
import { membersProcedures } from "../../../members/index.ts";
import { timelineProcedures } from "../../../timeline/index.ts";
import type { Mail } from "../schema.ts";
import type * as z from "zod";

const [settings, update, disconnect] = [
  named(gmailProcedures, "gmail.settings"),
  named(gmailProcedures, "gmail.update"),
  named(gmailProcedures, "gmail.disconnect"),
];
const [types, createCard, listCards] = [
  named(cardProcedures, "cards.types"),
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.search"),
];
const timeline = named(timelineProcedures, "timeline.list");

const deps: KeepDependencies = {
  assigningFieldsOf,
  cardsWithEmail,
  creationOf,
  fieldContextOf,
  findCards,
  getCardType,
  locksOf,
};

let backend: Backend;
let google: GmailSide;
let owner: Owner;
let typeId: CardTypeId;
let emailField: string;
let now = 0;
const mailbox = "noa@kartis-firm.example";

beforeAll(async () => {
  backend = await startBackend();
  google = await startGmail(() => Date.now() + now);
  owner = await newOwner();
  const [type] = await owner.call(types, {});
  typeId = type?.id ?? expect.fail("no type");
  emailField = type?.fields.find((field) => field.type === "email")?.id ?? expect.fail("no field");
  await google.connect(owner, mailbox);
});
afterAll(async () => {
  await google.close();
  await backend.close();
});
afterEach(async () => {
  google.gmail.weather = "fine";
  google.gmail.pushWeather = "fine";
  await change({ sharing: "whole", blocked: [], strangersTypeId: null });
});

let counter = 0;
const newAddress = () => `dana${++counter}@customer.example`;
const newMessageId = () => `<${++counter}.${process.pid}@customer.example>`;
const cardWith = async (email: string): Promise<CardId> =>
  (await owner.call(createCard, { typeId, fields: { name: `Customer ${++counter}`, [emailField]: email } })).id;
const change = async (given: Partial<z.input<typeof UpdateGmailInput>>) => {
  const { mailbox: current } = await owner.call(settings, {});
  if (current) await owner.call(update, { ...given, expectedVersion: current.version });
};
const arrives = (given: Partial<WrittenMessage> & { from: string }, labels?: readonly string[]) =>
  google.gmail.deliver(
    mailbox,
    writeMessage({ to: mailbox, subject: "The roof", text: "Hello", messageId: newMessageId(), ...given }),
    labels,
  );
const settle = () => google.settle(owner.orgId);
/** All mails on a card, those of threads too. */
async function mailsOn(cardId: CardId): Promise<Mail[]> {
  const { entries } = await owner.call(timeline, { cardId, channels: ["mail"], limit: 100 });
  return entries.flatMap((entry) => {
    if (entry.kind !== "activity" || entry.type !== "MAIL") return [];
    return [entry.value, ...(entry.thread?.rows ?? [])];
  });
}
const textOf = (mail: Mail | undefined) =>
  mail?.body.flatMap(({ content }) => content.map((run) => ("text" in run ? run.text : ""))).join("");

describe("a mail of a known person", () => {
  it("is on their card with its text and files; one of an unknown person is nowhere", async () => {
    const email = newAddress();
    const cardId = await cardWith(email);
    const png = Buffer.alloc(30_000, 7);
    arrives({
      from: email.toUpperCase(),
      name: "Dána Lévi",
      subject: "הגג, nagyon sürgős",
      html: `<p onclick="x()">Hello <script>alert(1)</script><img src="https://tracker.example/1.gif"><a href="javascript:x()">there</a></p><img src="cid:pic">`,
      attachments: [{ name: "terv.png", mime: "image/png", content: png, cid: "pic" }],
    });
    arrives({ from: "stranger@unknown.example" });
    await settle();
    const [mail, ...rest] = await mailsOn(cardId);
    expect(rest).toEqual([]);
    expect(mail).toMatchObject({
      direction: "IN",
      from: { email, name: "Dána Lévi" },
      subject: "הגג, nagyon sürgős",
      delivery: null,
      sharing: "whole",
      gmail: { userId: owner.userId },
      attachments: [{ name: "terv.png", bytes: png.length }],
    });
    expect(textOf(mail)).toBe("Hello there");
    expect(JSON.stringify(mail)).not.toMatch(/tracker|javascript|script|onclick/);
    const { rows } = await owner.call(listCards, { cardTypeId: typeId, limit: 100 });
    expect(rows.map(({ fields }) => fields[emailField])).not.toContain("stranger@unknown.example");
  });

  it("is there once, though it is notified twice, in the wrong order, and read again from the beginning", async () => {
    const email = newAddress();
    const cardId = await cardWith(email);
    google.gmail.pushWeather = "twice";
    for (const subject of ["One", "Two", "Three", "Four", "Five"]) arrives({ from: email, subject });
    await settle();
    google.gmail.pushWeather = "fine";
    google.gmail.weather = "forgetful";
    arrives({ from: email, subject: "Six" });
    for (const call of google.gmail.pushes.splice(0)) expect(await google.push(call)).toBe(204);
    google.gmail.forget(mailbox);
    google.gmail.weather = "fine";
    await google.keep(owner.orgId);
    const subjects = (await mailsOn(cardId)).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual(["Five", "Four", "One", "Six", "Three", "Two"]);
  });

  it("joins the exchange that it answers, with what the member writes in Gmail", async () => {
    const email = newAddress();
    const cardId = await cardWith(email);
    const [first, second] = [newMessageId(), newMessageId()];
    arrives({ from: email, messageId: first });
    arrives({ from: mailbox, to: email, subject: "Re: The roof", text: "On Monday", messageId: second, answers: first }, [
      "SENT",
    ]);
    arrives({ from: email, subject: "Re: The roof", text: "Good", answers: second });
    await settle();
    const mails = await mailsOn(cardId);
    expect(mails).toHaveLength(3);
    expect(new Set(mails.map(({ threadId }) => threadId)).size).toBe(1);
    expect(mails.find(({ direction }) => direction === "OUT")).toMatchObject({ delivery: "sent", createdBy: owner.userId });
  });

  it("is on the card of each person it is from and for, but not of colleagues", async () => {
    const [one, two, outsider] = [newAddress(), newAddress(), newAddress()];
    const [first, second] = [await cardWith(one), await cardWith(two)];
    const colleague = await newMember(owner, { systemRole: "ADMIN" });
    arrives({ from: one, to: mailbox, cc: `${two}, ${outsider}` });
    await settle();
    expect([(await mailsOn(first)).length, (await mailsOn(second)).length]).toEqual([1, 1]);
    // The same message in a colleague's mailbox.
    const messageId = newMessageId();
    await google.connect(colleague, "omer@kartis-firm.example");
    const raw = writeMessage({ from: one, to: `${mailbox}, omer@kartis-firm.example`, subject: "Both", text: "Hi", messageId });
    google.gmail.deliver(mailbox, raw);
    google.gmail.deliver("omer@kartis-firm.example", raw);
    await settle();
    expect((await mailsOn(first)).map(({ subject }) => subject).toSorted()).toEqual(["Both", "The roof"]);
    await colleague.call(disconnect, { mails: "keep" });
  });
});

describe("an answer that comes by its reply address and by a mailbox", () => {
  const given = { findCards, getCardType, assigningFieldsOf };
  it.each(["the address first", "the mailbox first", "both at once"])("is on the card once: %s", async (order) => {
    const email = newAddress();
    const cardId = await cardWith(email);
    const { id } = await owner.call(named(mailProcedures, "mails.send"), {
      cardId,
      to: [{ email }],
      subject: "The roof",
      body: [{ type: "paragraph", content: [{ text: "When?" }] }],
    });
    const address = replyAddressOf(owner.orgId, id, "mail reply") ?? expect.fail("no address");
    const raw = writeMessage({
      from: email,
      to: address,
      cc: mailbox,
      subject: "Re: The roof",
      text: "Now",
      messageId: newMessageId(),
    });
    const checks = { spf: "PASS", dkim: "PASS", dmarc: "PASS", envelopeFrom: email };
    const byAddress = () => receiveMail([address], () => Promise.resolve(new Uint8Array(raw)), systemClock, given, checks);
    const byMailbox = async () => {
      google.gmail.deliver(mailbox, raw);
      await settle();
    };
    if (order === "both at once") await Promise.all([byAddress(), byMailbox()]);
    else for (const way of order === "the address first" ? [byAddress, byMailbox] : [byMailbox, byAddress]) await way();
    const before = google.gmail.calls.length;
    google.gmail.deliver(mailbox, raw);
    await settle();
    // One that is known is not even fetched.
    expect(google.gmail.calls.slice(before).filter((call) => call === "GET messages")).toHaveLength(1);
    const answers = (await mailsOn(cardId)).filter(({ direction }) => direction === "IN");
    expect(answers).toMatchObject([{ subject: "Re: The roof", from: { email } }]);
  });
});

describe("what a member shares", () => {
  it.each([
    ["subject", "The roof"],
    ["metadata", ""],
  ] as const)("%s: nothing else is stored, or even read", async (sharing, subject) => {
    const email = newAddress();
    const cardId = await cardWith(email);
    await change({ sharing });
    arrives({
      from: email,
      text: "Secret",
      attachments: [{ name: "secret.txt", mime: "text/plain", content: Buffer.from("x") }],
    });
    const before = google.gmail.calls.length;
    await settle();
    const [mail] = await mailsOn(cardId);
    expect(mail).toMatchObject({ subject, body: [], attachments: [], sharing, from: { email } });
    expect(google.gmail.calls.slice(before).filter((call) => call === "GET messages")).toHaveLength(1);
  });

  it("nothing of blocked people and domains, whoever else is in the mail", async () => {
    const [one, two] = [newAddress(), "lawyer@mail.law.example"];
    const cards = [await cardWith(one), await cardWith(two)];
    await change({ blocked: ["@LAW.example", ` ${one} `] });
    arrives({ from: one });
    arrives({ from: newAddress(), cc: two });
    await settle();
    for (const card of cards) expect(await mailsOn(card)).toEqual([]);
    await expect(change({ blocked: ["nobody"] })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("nothing while the member is suspended", async () => {
    const email = newAddress();
    const cardId = await cardWith(email);
    const colleague = await newMember(owner, { systemRole: "ADMIN" });
    const theirs = "gal@kartis-firm.example";
    await google.connect(colleague, theirs);
    const write = (subject: string) =>
      google.gmail.deliver(theirs, writeMessage({ from: email, to: theirs, subject, text: "Hi", messageId: newMessageId() }));
    await owner.call(named(membersProcedures, "members.suspend"), { userIds: [colleague.userId] });
    write("Meanwhile");
    await settle();
    await owner.call(named(membersProcedures, "members.reinstate"), { userIds: [colleague.userId] });
    write("Since");
    await settle();
    expect((await mailsOn(cardId)).map(({ subject }) => subject)).toEqual(["Since"]);
  });

  it("what the member sets during a run holds for the mails that the run still keeps", async () => {
    const email = newAddress();
    const cardId = await cardWith(email);
    const begun = (await findConnection(owner.orgId, owner.userId)) ?? expect.fail("not connected");
    const messageId = arrives({ from: email, subject: "Blocked meanwhile" });
    await change({ blocked: [email] });
    await keepingGmail(deps)(begun, messageId, systemClock);
    expect(await mailsOn(cardId)).toEqual([]);
    await change({ blocked: [], sharing: "whole" });
    const late = (await findConnection(owner.orgId, owner.userId)) ?? expect.fail("not connected");
    // Its text has been read, and is about to be stored.
    let isChanged = false;
    const assigning: KeepDependencies["assigningFieldsOf"] = async (orgId) => {
      if (!isChanged) await change({ sharing: "metadata" });
      isChanged = true;
      return deps.assigningFieldsOf(orgId);
    };
    await keepingGmail({ ...deps, assigningFieldsOf: assigning })(late, messageId, systemClock);
    expect(isChanged).toBe(true);
    const [mail, ...rest] = await mailsOn(cardId);
    expect(rest).toEqual([]);
    expect(mail).toMatchObject({ sharing: "metadata", subject: "", body: [] });
    google.gmail.pushes.splice(0);
  });

  it("strangers get a card where the member asked for it, programs do not", async () => {
    await change({ strangersTypeId: typeId });
    const email = newAddress();
    arrives({ from: email, name: "New Person", subject: "First" });
    const namesake = newAddress();
    arrives({ from: namesake, name: "New Person", subject: "Other" });
    arrives({ from: email, name: "New Person", subject: "Second" });
    arrives({ from: "news@letter.example", headers: { "List-Id": "<news.letter.example>" } });
    await settle();
    const { rows } = await owner.call(listCards, { cardTypeId: typeId, limit: 100 });
    const made = rows.filter(({ fields }) => fields[emailField] === email);
    expect(made).toHaveLength(1);
    expect(rows.filter(({ fields }) => fields[emailField] === namesake)).toHaveLength(1);
    expect(await mailsOn(made[0]?.id ?? expect.fail("no card"))).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain("letter.example");
  });
});

describe("hostile and broken messages", () => {
  it("lose themselves at most, and never those behind them", async () => {
    const email = newAddress();
    const cardId = await cardWith(email);
    google.gmail.deliver(mailbox, "no headers at all");
    google.gmail.deliver(mailbox, `From: ${email}\r\nSubject: \0\ud800 =?utf-8?B?////?=\r\n\r\n${"--x\r\n".repeat(20_000)}`);
    arrives({
      from: email,
      headers: { "X-Kartis-Mail": "act_01ARZ3NDEKTSV4RRFFQ69G5FAV.eff_01ARZ3NDEKTSV4RRFFQ69G5FAV" },
      subject: "Forged",
    });
    google.gmail.remove(mailbox, arrives({ from: email, subject: "Deleted" }));
    arrives({ from: email, subject: "Spam" }, ["SPAM"]);
    arrives({ from: "Kartis <no-reply@kartis.localhost>", cc: email, subject: "Our own" });
    arrives({ from: email, subject: "Last" });
    await settle();
    const subjects = (await mailsOn(cardId)).map(({ subject }) => subject);
    expect(subjects).toHaveLength(3);
    expect(subjects).toEqual(expect.arrayContaining(["Forged", "Last"]));
  });
});
