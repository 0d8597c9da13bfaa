import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { type GmailSide, startGmail } from "@kartis/tests/support/gmail.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { writeMessage, type WrittenMessage } from "@kartis/simulators/gmail-message.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures } from "../../../cards/index.ts";
import { connectionsTo } from "../../../gmail/connections.ts";
import { gmailProcedures } from "../../../gmail/procedures.ts";
import { syncMailbox, type KeepMessage } from "../../../gmail/sync.ts";
import { findProgress } from "../../../gmail/progress.ts";
import { systemClock } from "../../../kernel/clock.ts";
import type { Grants } from "../../../kernel/permission.ts";
import type { CardId, CardTypeId } from "../../../kernel/id.ts";
import { timelineProcedures } from "../../../timeline/index.ts";
import { organizationProcedures } from "../../../organizations/index.ts";
import { limits, recount } from "../../../plans/index.ts";
import type { Mail } from "../schema.ts";

let backend: Backend;
let google: GmailSide;
let owner: Owner;
let typeId: CardTypeId;
let emailField: string;
const mailbox = "noa@kartis-firm.example";

beforeAll(async () => {
  backend = await startBackend();
  google = await startGmail();
  owner = await newOwner();
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  typeId = type?.id ?? expect.fail("no type");
  emailField = type?.fields.find((field) => field.type === "email")?.id ?? expect.fail("no field");
  await google.connect(owner, mailbox);
});
afterAll(async () => {
  await google.close();
  await backend.close();
});

let counter = 0;
const newAddress = () => `dana${++counter}@customer.example`;
const newMessageId = () => `<${++counter}.${process.pid}@customer.example>`;
const cardWith = async (email: string): Promise<CardId> =>
  (
    await owner.call(named(cardProcedures, "cards.create"), {
      typeId,
      fields: { name: `Customer ${++counter}`, [emailField]: email },
    })
  ).id;
const message = (given: Partial<WrittenMessage> & { from: string }) =>
  writeMessage({ to: mailbox, subject: "The roof", text: "Hello", messageId: newMessageId(), ...given });
const settle = () => google.settle(owner.orgId);
async function mailsOn(cardId: CardId): Promise<Mail[]> {
  const { entries } = await owner.call(named(timelineProcedures, "timeline.list"), { cardId, channels: ["mail"], limit: 100 });
  return entries.flatMap((entry) =>
    entry.kind === "activity" && entry.type === "MAIL" ? [entry.value, ...(entry.thread?.rows ?? [])] : [],
  );
}
const subjectsOn = async (cardId: CardId) => (await mailsOn(cardId)).map(({ subject }) => subject).toSorted();

const settings = async (of = owner) =>
  (await of.call(named(gmailProcedures, "gmail.settings"), {})).mailbox ?? expect.fail("no mailbox");
const update = async (given: object, of = owner) =>
  of.call(named(gmailProcedures, "gmail.update"), { ...given, expectedVersion: (await settings(of)).version });
const deliver = (...given: Parameters<typeof message>) => google.gmail.deliver(mailbox, message(...given));
const progress = async () => (await findProgress(owner.orgId, owner.userId)) ?? expect.fail("no progress");

describe("a message does not stop those behind it", () => {
  it.each([
    ["before 1970, as old mails are that somebody copies into their Gmail", -2_082_844_800_000],
    ["in year 9999", 253_402_300_799_000],
    ["beyond", 999_999_999_999_999],
  ])("dated %s", async (_, at) => {
    const email = newAddress();
    const cardId = await cardWith(email);
    google.gmail.deliver(mailbox, message({ from: email, subject: "Misdated" }), ["INBOX"], at);
    deliver({ from: email, subject: "Behind" });
    await settle();
    expect(await subjectsOn(cardId)).toEqual(["Behind", "Misdated"]);
  });

  it("that is larger than can be read: it is kept as its headers tell, and said to be incomplete", async () => {
    const email = newAddress();
    const cardId = await cardWith(email);
    const more = Buffer.alloc(40 * 1_048_576, `${"x".repeat(76)}\r\n`);
    google.gmail.deliver(mailbox, Buffer.concat([message({ from: email, subject: "Large" }), more]));
    deliver({ from: email, subject: "Behind" });
    await settle();
    expect(await subjectsOn(cardId)).toEqual(["Behind", "Large"]);
    const large = (await mailsOn(cardId)).find(({ subject }) => subject === "Large");
    expect(large).toMatchObject({ isCut: true, body: [] });
    expect(await progress()).not.toHaveProperty("delay");
  });

  it("whose headers, charsets or parts no mail program writes", async () => {
    const email = newAddress();
    const cardId = await cardWith(email);
    const parts = Array.from(
      { length: 300 },
      (_, at) => `--b${at || ""}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`,
    );
    const crowd = Array.from({ length: 40_000 }, (_, at) => `u${at}@crowd.example`).join(", ");
    const heads = [
      `Subject: ${"=?utf-8?B?8J+YgA==?= ".repeat(2_000)}`,
      `To: ${crowd}\r\nSubject: Crowd`,
      "Subject: =?x-nope?Q?=FF=FE?= =?utf-8?B?/w==?=\u202egpj.exe\r\nContent-Type: text/plain; charset=utf-7",
      `References: ${"<a@b> ".repeat(50_000)}`,
      "Subject: nul\u0000nul\r\nMessage-ID: <a b c>\r\n__proto__: x",
      `X-Long: ${"x".repeat(600_000)}`,
    ];
    for (const one of heads) google.gmail.deliver(mailbox, `From: <${email}>\r\n${one}\r\n\r\n+AGE-`);
    const nested = "Content-Type: multipart/mixed; boundary=b";
    google.gmail.deliver(mailbox, `From: <${email}>\r\nSubject: Nested\r\n${nested}\r\n\r\n${parts.join("")}`);
    deliver({ from: email, subject: "Behind" });
    await settle();
    const subjects = await subjectsOn(cardId);
    expect(subjects).toHaveLength(heads.length + 2);
    expect(subjects).toEqual(expect.arrayContaining(["Behind", "Crowd", "Nested", "nul nul"]));
    expect(subjects.join("")).not.toMatch(/[\p{Bidi_C}\p{Cc}]/u);
  });

  it("and one without a valid Message-ID is not fetched whole again", async () => {
    const email = newAddress();
    const cardId = await cardWith(email);
    google.gmail.deliver(mailbox, `From: <${email}>\r\nSubject: Once\r\nMessage-ID: <a b c>\r\n\r\nx`);
    await settle();
    deliver({ from: "nobody@unknown.example" });
    google.gmail.forget(mailbox);
    const before = google.gmail.calls.length;
    await settle();
    const fetched = google.gmail.calls.slice(before).filter((call) => call === "GET messages").length;
    const { length } = google.gmail.messagesOf(mailbox).filter(({ at }) => at > Date.now() - 7 * 86_400_000);
    // The headers of each, and a page of the list for each three.
    expect(fetched).toBe(length + Math.ceil(length / 3));
    expect(await subjectsOn(cardId)).toEqual(["Once"]);
  });
});

describe("reading goes on", () => {
  it("behind pages of the history that have nothing new", async () => {
    const email = newAddress();
    const cardId = await cardWith(email);
    for (let times = 0; times < 5; times++) google.gmail.touch(mailbox);
    deliver({ from: email, subject: "Behind" });
    await settle();
    expect(await subjectsOn(cardId)).toEqual(["Behind"]);
  });

  it("from the beginning of the list where the token of its next page has ended", async () => {
    const email = newAddress();
    const ids = ["One", "Two", "Three", "Four", "Five"].map((subject) => deliver({ from: email, subject }));
    google.gmail.forget(mailbox);
    const run = (keep: KeepMessage, until = Infinity) =>
      syncMailbox(owner.orgId, owner.userId, { clock: systemClock, keep, until });
    await run(() => Promise.resolve(), 0);
    google.gmail.forgetPages();
    const kept: string[] = [];
    const note: KeepMessage = (_, id) => Promise.resolve(void kept.push(id));
    await run(note);
    expect(await progress()).toMatchObject({ failures: 1 });
    await run(note);
    expect(kept).toEqual(expect.arrayContaining(ids));
    expect(await progress()).toMatchObject({ failures: 0 });
  });

  it("after a pause where Gmail forgets its history at once, however often it is asked", async () => {
    google.gmail.weather = "forgetful";
    const before = google.gmail.calls.length;
    await syncMailbox(owner.orgId, owner.userId, { clock: systemClock, keep: () => Promise.resolve(), until: Infinity });
    google.gmail.weather = "fine";
    expect(google.gmail.calls.slice(before).filter((call) => call === "GET history")).toHaveLength(2);
    expect(await progress()).toMatchObject({ delay: "away", failures: 1 });
  });

  it("in the middle of a page when its time is up", async () => {
    await settle();
    const ids = [deliver({ from: "a@b.example" }), deliver({ from: "a@b.example" })];
    const kept: string[] = [];
    const keep: KeepMessage = (_, id) => Promise.resolve(void kept.push(id));
    for (const count of [1, 2]) {
      await syncMailbox(owner.orgId, owner.userId, { clock: systemClock, keep, until: 0 });
      expect(kept).toEqual(ids.slice(0, count));
    }
  });
});

it("a blocked person is found among however many others", async () => {
  const [known, blocked] = [newAddress(), newAddress()];
  const cardId = await cardWith(known);
  await update({ blocked: [blocked] });
  const crowd = Array.from({ length: 60 }, (_, at) => `u${at}@crowd.example`);
  deliver({ from: known, to: [mailbox, ...crowd, `"Dana" <${blocked}>`].join(", ") });
  deliver({ from: known, subject: "Without them", to: [mailbox, ...crowd].join(", ") });
  await settle();
  expect(await subjectsOn(cardId)).toEqual(["Without them"]);
});

describe("a card for a stranger", () => {
  const cardsOf = async (email: string) =>
    (await owner.call(named(cardProcedures, "cards.search"), { cardTypeId: typeId, search: email })).rows.length;

  it("needs the permission of the mailbox's member, when it is chosen and when the mail comes", async () => {
    const grants: Grants = { "COMMENTS.create": "USER", "COMMENTS.read": "USER", "CARDS.create": "USER", "CARDS.read": "USER" };
    const role = await owner.call(named(organizationProcedures, "roles.create"), { name: "Sales", grants });
    const member = await newMember(owner, { roleId: role.id });
    const theirs = "gal@kartis-firm.example";
    await google.connect(member, theirs);
    await update({ strangersTypeId: typeId }, member);
    const arrives = async () => {
      const email = newAddress();
      google.gmail.deliver(theirs, message({ from: email, to: theirs }));
      await settle();
      return cardsOf(email);
    };
    expect(await arrives()).toBe(1);
    const { "CARDS.create": _, ...less } = grants;
    await owner.call(named(organizationProcedures, "roles.update"), {
      roleId: role.id,
      grants: less,
      expectedVersion: role.version,
    });
    expect(await arrives()).toBe(0);
    await update({ strangersTypeId: typeId, sharing: "subject" }, member);
    await update({ strangersTypeId: null }, member);
    await expect(update({ strangersTypeId: typeId }, member)).rejects.toMatchObject({ code: "NO_PERMISSION" });
  });

  it("needs room in the plan, and its mail stops nothing without", async () => {
    await update({ strangersTypeId: typeId, blocked: [] });
    const [email, known] = [newAddress(), newAddress()];
    const cardId = await cardWith(known);
    await recount(owner.orgId, "TRIAL", "cards", limits.TRIAL.cards ?? expect.fail("no limit"));
    deliver({ from: email });
    deliver({ from: known, subject: "Behind" });
    await settle();
    expect(await cardsOf(email)).toBe(0);
    expect(await subjectsOn(cardId)).toEqual(["Behind"]);
  });
});

it("another mailbox in the place of one ends the watch and the consent of that one", async () => {
  const other = "other@kartis-firm.example";
  await google.connect(owner, other);
  expect(google.gmail.isWatched(mailbox)).toBe(false);
  expect(google.gmail.isWatched(other)).toBe(true);
  expect(await connectionsTo(mailbox)).toEqual([]);
});
