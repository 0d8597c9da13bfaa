import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { sendIntended } from "@kartis/tests/support/outbound.ts";
import { sqsRecord } from "@kartis/tests/support/sqs.ts";
import { handler } from "@kartis/events/mails/on-received.ts";
import { answerTo } from "@kartis/simulators/mail-answer.ts";
import type { Mail as SentMail } from "@kartis/simulators/mailbox.ts";
import { randomUUID } from "node:crypto";
import { processorTime } from "@kartis/tests/support/processor-time.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { emailReceived } from "../../../automations/triggers/email-received.ts";
import { fileProcedures } from "../../../attachments/index.ts";
import { cardProcedures } from "../../../cards/index.ts";
import { putObject } from "../../../data/s3/writing.ts";
import { latestRecords } from "../../../data/journal-entity.ts";
import { inboundPrefix } from "../../../files/rules.ts";
import { type ActivityId, type CardId, newId } from "../../../kernel/id.ts";
import { timelineProcedures } from "../../../timeline/index.ts";
import { mailProcedures, meetingProcedures } from "../../index.ts";
import { noticesOfActivities } from "../../notices.ts";
import { notifyOfMeetings } from "../../invitations/notify.ts";
import { systemClock } from "../../../kernel/clock.ts";
import { referenceOf } from "../reference.ts";
import type { Mail } from "../schema.ts";
import { parseMail } from "./parse.ts";

const send = named(mailProcedures, "mails.send");
const timeline = named(timelineProcedures, "timeline.list");

let backend: Backend;
let owner: Owner;
let cardId: CardId;
let counter = 0;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  const fields = { name: "Galil" };
  cardId = (await owner.call(named(cardProcedures, "cards.create"), { typeId: type?.id ?? expect.fail(), fields })).id;
});
afterAll(() => backend.close());
afterEach(() => vi.restoreAllMocks());

const mailTo = (email: string): SentMail => backend.engines.mail.listMails({ to: email })[0] ?? expect.fail("no mail");
/** A mail from the card that has gone out. */
async function sentMail(): Promise<{ id: ActivityId; mail: SentMail; reply: string }> {
  const email = `dana${++counter}@customer.example`;
  const body = [{ type: "paragraph" as const, content: [{ text: "Two cranes?" }] }];
  const { id } = await owner.call(send, { cardId, to: [{ email }], subject: "Offer", body });
  await sendIntended(owner.orgId);
  const mail = mailTo(email);
  return { id, mail, reply: /<([^<>]+)>/.exec(mail.replyTo[0] ?? "")?.[1] ?? mail.replyTo[0] ?? "" };
}
/** Simulates SES's notification of it; `times` at the same time. */
async function arrives(
  message: string | Buffer,
  recipients: string[],
  { times = 1, verdict = "PASS", dmarc = "PASS" } = {},
): Promise<number> {
  const objectKey = `${inboundPrefix}${randomUUID()}`;
  await putObject({ Key: objectKey, Body: Buffer.from(message) });
  const receipt = { recipients, spamVerdict: { status: verdict }, dmarcVerdict: { status: dmarc }, action: { objectKey } };
  const record = () => sqsRecord({ notificationType: "Received", receipt }, { messageId: randomUUID() });
  const answers = await Promise.all(Array.from({ length: times }, () => handler({ Records: [record()] })));
  return answers.flatMap(({ batchItemFailures }) => batchItemFailures).length;
}
const lines = (...all: string[]) => all.join("\r\n");
const message = (headers: readonly string[], ...body: string[]) => lines(...headers, "", ...body);
const from = (address: string, ...more: string[]) => [
  `From: Dana Levi <${address}>`,
  "Subject: Re: Offer",
  `Message-ID: <${randomUUID()}@customer.example>`,
  "MIME-Version: 1.0",
  ...more,
];
const answersTo = async (id: ActivityId): Promise<Mail[]> => {
  const { entries } = await owner.call(timeline, { cardId, channels: ["mail"], limit: 100 });
  const mails = entries.flatMap((entry) =>
    entry.kind === "activity" && entry.type === "MAIL" ? [entry.value, ...(entry.thread?.rows ?? [])] : [],
  );
  return mails.filter(({ answers }) => answers === id);
};
const wordsOf = (text: Mail["body"]) =>
  text.map(({ content }) => content.map((one) => ("text" in one ? one.text : "?")).join(""));

describe("an answer", () => {
  it("to an email is on the card, under its author, with the quoted text apart; and its people are notified", async () => {
    const { id, mail } = await sentMail();
    const { message: raw, recipients } = answerTo(mail, { text: "Yes, two.\n\nWhen?" });
    expect(await arrives(raw, recipients)).toBe(0);
    const [answer, ...others] = await answersTo(id);
    expect(others).toEqual([]);
    expect(answer).toMatchObject({
      direction: "IN",
      from: { email: mail.to[0] },
      subject: "Re: Offer",
      createdBy: null,
      delivery: null,
    });
    expect(wordsOf(answer?.body ?? [])).toEqual(["Yes, two.", "When?"]);
    expect(wordsOf(answer?.quoted ?? []).join("\n")).toMatch(/^On .* wrote:[^]*Two cranes\?/);
    const record = (await latestRecords(owner.orgId, 5, null)).find(({ changes }) => changes[0]?.subject.id === answer?.id);
    expect(await noticesOfActivities(record ?? expect.fail("no record"))).toMatchObject([
      { userId: owner.userId, kind: "mailReceived", subjectId: answer?.id, details: { cardId } },
    ]);
  });

  it("comes once, however often and at how many times SES says so", async () => {
    const { id, mail } = await sentMail();
    const { message: raw, recipients } = answerTo(mail, { text: "Once" });
    expect(await arrives(raw, recipients, { times: 5 })).toBe(0);
    expect(await arrives(raw, recipients)).toBe(0);
    expect(await answersTo(id)).toHaveLength(1);
  });

  it("of a program is shown as such and disturbs nobody; what Kartis sent itself is not taken in", async () => {
    const { id, mail, reply } = await sentMail();
    const dana = mail.to[0] ?? "";
    for (const header of ["Auto-Submitted: auto-replied", "Precedence: bulk", "Return-Path: <>"])
      await arrives(message(from(dana, header), "Out of office"), [reply]);
    const answers = await answersTo(id);
    expect(answers.map(({ isAutomatic }) => isAutomatic)).toEqual([true, true, true]);
    for (const record of await latestRecords(owner.orgId, 5, null)) expect(await noticesOfActivities(record)).toEqual([]);
    await arrives(message(from("no-reply@kartis.localhost"), "Loop"), [reply]);
    await arrives(message(from(reply), "Loop"), [reply]);
    expect(await answersTo(id)).toHaveLength(3);
  });

  it("of a sender who is not verified is shown and marked", async () => {
    const { id, mail } = await sentMail();
    const { message: raw, recipients } = answerTo(mail, { text: "Pay to this account" });
    await arrives(raw, recipients, { dmarc: "FAIL" });
    await arrives(answerTo(mail, { text: "Yes" }).message, recipients);
    const marks = (await answersTo(id)).map(({ body, isUnverified }) => [wordsOf(body)[0], isUnverified]);
    expect(Object.fromEntries(marks)).toEqual({ "Pay to this account": true, Yes: false });
    // An automation does nothing because of it.
    const answers = await answersTo(id);
    const changes = (await latestRecords(owner.orgId, 5, null)).flatMap((record) => record.changes);
    const started = changes.filter((change) => change.action === "mail.create" && emailReceived.starts?.({}, change as never));
    expect(started.map(({ subject }) => subject.id).filter((one) => answers.some((answer) => answer.id === one))).toEqual(
      answers.flatMap((answer) => (answer.isUnverified ? [] : answer.id)),
    );
  });

  it("brings its files, up to ten of 5 MB", async () => {
    const { id, mail, reply } = await sentMail();
    const file = (name: string, content: Buffer) =>
      lines(
        "--b",
        `Content-Type: application/octet-stream; name="${name}"`,
        "Content-Transfer-Encoding: base64",
        `Content-Disposition: attachment; filename="${name}"`,
        "",
        content.toString("base64").replace(/.{76}/g, "$&\r\n"),
      );
    const files = [
      file("../../plan.txt", Buffer.from("two cranes")),
      file("huge.bin", Buffer.alloc(5 * 1_048_576 + 1)),
      ...Array.from({ length: 12 }, (_, at) => file(`${at}.txt`, Buffer.from(`${at}`))),
    ];
    const raw = message(
      from(mail.to[0] ?? "", 'Content-Type: multipart/mixed; boundary="b"'),
      "--b",
      "",
      "Attached",
      ...files,
      "--b--",
    );
    await arrives(raw, [reply]);
    await arrives(raw, [reply]);
    const [answer] = await answersTo(id);
    // The one that is too large takes nobody's place.
    const kept = [".._.._plan.txt", ...Array.from({ length: 9 }, (_, at) => `${at}.txt`)];
    expect(answer?.attachments.map(({ name }) => name)).toEqual(kept);
    expect(answer?.attachments[0]).toMatchObject({ name: ".._.._plan.txt", bytes: 10, mime: "text/plain" });
    expect(answer?.dropped).toBe(4);
    const listed = await owner.call(named(fileProcedures, "files.ofCard"), { cardId });
    expect(listed.rows).toHaveLength(10);
    const { url } = await owner.call(named(fileProcedures, "files.download"), {
      fileId: listed.rows[0]?.fileId ?? expect.fail(),
    });
    expect((await fetch(url)).status).toBe(200);
  });
});

describe("without a word is dropped", () => {
  it("messages for a forged, changed or foreign address, spam, and unreadable ones", async () => {
    const { id, mail, reply } = await sentMail();
    const raw = answerTo(mail, { text: "Forged" }).message;
    const at = reply.indexOf("@");
    const last = reply[at - 1] === "0" ? "1" : "0";
    const forged = [
      `${reply.slice(0, at - 1)}${last}${reply.slice(at)}`,
      `re+${"z".repeat(61)}@reply.kartis.localhost`,
      `re+@reply.kartis.localhost`,
      `${reply.slice(0, at)}@elsewhere.example`,
      "somebody@reply.kartis.localhost",
    ];
    expect(await arrives(raw, forged)).toBe(0);
    expect(await arrives(raw, [reply], { verdict: "FAIL" })).toBe(0);
    expect(await arrives("", [reply])).toBe(0);
    expect(await arrives(Buffer.from([0, 255, 254, 10, 13, 0]), [reply])).toBe(0);
    expect(await arrives("Subject: from nobody\r\n\r\nText", [reply])).toBe(0);
    expect(await answersTo(id)).toEqual([]);
    // The address is one in capitals too, which some mail servers make of it.
    expect(await arrives(raw, [reply.toUpperCase()])).toBe(0);
    expect(await answersTo(id)).toHaveLength(1);
  });
});

describe("a hostile mail", () => {
  const read = (raw: string | Buffer) => parseMail(new Uint8Array(Buffer.from(raw)));
  const html = (body: string) => read(message(from("x@y.example", "Content-Type: text/html; charset=utf-8"), body));

  it("leaves no script, no style and no link but to the web", async () => {
    const mail = await html(
      `<style>p{}</style><script>alert(1)</script><p onclick="x()">Hello <a href="javascript:alert(1)">there</a> <a href="https://a.example">you</a>
       <img src=x onerror=alert(1)><svg><script>alert(2)</script></svg><iframe srcdoc="<script>"></iframe></p><ul><li>one<li><b>two</b></ul>`,
    );
    expect(mail?.body).toEqual([
      { type: "paragraph", content: [{ text: "Hello there " }, { text: "you", link: "https://a.example/" }] },
      { type: "bullet", content: [{ text: "one" }] },
      { type: "bullet", content: [{ text: "two", bold: true }] },
    ]);
  });

  it.each([
    [
      "of Gmail",
      '<p>New</p><div class="gmail_quote"><div class="gmail_attr">On Mon Dana wrote:</div><blockquote>Old</blockquote></div>',
    ],
    ["of Apple Mail", '<div>New</div><blockquote type="cite"><div>On Mon Dana wrote:</div><div>Old</div></blockquote>'],
    ["of Outlook", '<p>New</p><div id="appendonsend"></div><hr><div>From: Dana</div><p>Old</p>'],
  ])("'s quote is apart: %s", async (_, body) => {
    const mail = await html(body);
    expect(wordsOf(mail?.body ?? [])).toEqual(["New"]);
    expect(wordsOf(mail?.quoted ?? []).join()).toContain("Old");
  });

  it.each<[string, () => string | Buffer, number]>([
    [
      "100,000 nested elements",
      () => message(from("x@y.example", "Content-Type: text/html"), `${"<div>".repeat(100_000)}deep`),
      0,
    ],
    [
      "500,000 elements side by side",
      () => message(from("x@y.example", "Content-Type: text/html"), "<b>x</b>".repeat(500_000)),
      10_000,
    ],
    ["3 MB of one line", () => message(from("x@y.example"), "x".repeat(3_000_000)), 10_000],
    ["99,000 lines of quotes", () => message(from("x@y.example"), "Hello", "> \r\n>".repeat(99_000)), 5],
    [
      "5,000 parts",
      () =>
        message(
          from("x@y.example", 'Content-Type: multipart/mixed; boundary="b"'),
          ...Array.from({ length: 5_000 }, (_, at) => `--b\r\nContent-Disposition: attachment; filename="${at}"\r\n\r\nx`),
          "--b--",
        ),
      0,
    ],
    [
      "20 MB in base64",
      () => message(from("x@y.example", "Content-Transfer-Encoding: base64"), Buffer.alloc(20_000_000, "a").toString("base64")),
      10_000,
    ],
    ["a header of 200,000 characters", () => message(from("x@y.example", `X-Long: ${"a".repeat(200_000)}`), "Hello"), 5],
  ])(
    "is read in time, and as much of it is kept as of any: %s",
    async (_, make, length) => {
      const raw = make();
      const spent = processorTime();
      const mail = await read(raw);
      expect(spent()).toBeLessThan(15_000);
      expect(wordsOf(mail?.body ?? []).join("")).toHaveLength(length);
      expect(JSON.stringify({ ...mail, attachments: [] }).length).toBeLessThan(60_000);
      expect(mail?.attachments.length ?? 0).toBeLessThanOrEqual(10);
    },
    40_000,
  );

  it("says that there was more where not all of it is kept, and only there", async () => {
    const words = "Hello there. ".repeat(500);
    expect(await html(`<p>Hello \u0007there</p>`)).toMatchObject({ isCut: false });
    expect(await html("<div>".repeat(1_200) + "deep")).toMatchObject({ isCut: true });
    expect(await html(`<p>Hello</p>${"<div>".repeat(1_200)}deep`)).toMatchObject({ isCut: true });
    expect(await html(`<p>${words}</p>`)).toMatchObject({ isCut: false });
    expect(await html(`<p>${words.repeat(2)}</p>`)).toMatchObject({ isCut: true });
    // Each mark and link takes room besides the words, until there is none.
    const links = `<a href="https://a.example/${"x".repeat(1_900)}">word</a> `;
    expect(await html(`<p>${links.repeat(40)}</p>`)).toMatchObject({ isCut: true });
    expect(await read(message(from("x@y.example"), "Hello"))).toMatchObject({ isCut: false });
  });

  const inParts = (content: string) => message(from("x@y.example", 'Content-Type: multipart/mixed; boundary="b"'), content);
  it.each<[string, () => string | Buffer, RegExp]>([
    ["100,001 empty lines", () => message(from("x@y.example"), "\n".repeat(100_001)), /short lines/],
    ["6 MB of line ends", () => message(from("x@y.example"), "\n".repeat(6_000_000)), /lines/],
    ["30 MB in lines of 50", () => message(from("x@y.example"), `${"x".repeat(48)}\r\n`.repeat(600_000)), /many lines/],
    ["10,001 parts", () => inParts("--b\r\n\r\nx\r\n".repeat(10_001)), /parts/],
  ])("is refused at once where it could not be read in time: %s", async (_, make, reason) => {
    const raw = make();
    const spent = processorTime();
    await expect(read(raw)).rejects.toThrow(reason);
    expect(spent()).toBeLessThan(2_000);
  });

  it("is dropped when it is received first, and nothing comes again", async () => {
    const { id, mail, reply } = await sentMail();
    expect(await arrives(message(from(mail.to[0] ?? ""), "\n".repeat(3_000_000)), [reply])).toBe(0);
    expect(await answersTo(id)).toEqual([]);
  });

  it("is no large one of a person: a forwarded mail with 20 MB of files, and a table of 90,000 rows", async () => {
    const file = Buffer.alloc(20_000_000, "a").toString("base64").replace(/.{76}/g, "$&\r\n");
    const inner = message(from("x@y.example", "Content-Transfer-Encoding: base64"), file);
    const forwarded = inParts(
      lines("--b", "Content-Type: message/rfc822", "Content-Disposition: attachment", "", inner, "--b--"),
    );
    const spent = processorTime();
    expect(await read(forwarded)).toMatchObject({ dropped: 1 });
    expect(spent()).toBeLessThan(8_000);
    const dump = "--\r\n-- Name\r\n--\r\n1\r\n".repeat(9_000) + "7,12.5\r\n".repeat(54_000);
    const table = inParts(lines("--b", "Content-Disposition: attachment; filename=rows.csv", "", dump, "--b--"));
    expect((await read(table))?.attachments).toMatchObject([{ name: "rows.csv" }]);
  }, 60_000);

  it("that nests parts deeper than any program does, or has endless headers, is refused", async () => {
    const nested = Array.from({ length: 60 }, (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}`);
    await expect(read(lines("From: x@y.example", ...nested))).rejects.toThrow(/nesting/);
    const headers = Array.from({ length: 40_000 }, (_, at) => `X-${at}: ${"a".repeat(20)}`);
    await expect(read(message(headers, "Hello"))).rejects.toThrow(/header/);
  });

  it("puts nothing into a subject, a name or a file's name but a line of text", async () => {
    const word = (text: string) => `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;
    const evil = "a\r\nBcc: all@x.example\u0000\u202e";
    const mail = await read(
      message(
        [
          `From: ${word(evil)} <x@y.example>`,
          `Subject: ${word(evil)}`,
          "Message-ID: <a b>",
          'Content-Type: multipart/mixed; boundary="b"',
        ],
        lines("--b", "", "Hello\u0000 \ud800"),
        lines("--b", `Content-Disposition: attachment; filename="${word(evil)}"`, "", "x", "--b--"),
      ),
    );
    expect(mail).toMatchObject({ subject: "a Bcc: all@x.example", from: { name: "a Bcc: all@x.example" }, messageId: null });
    expect(mail?.attachments).toMatchObject([{ name: "aBcc: all@x.example" }]);
    expect(JSON.stringify(mail?.body)).not.toMatch(/u0000|\\ud800/);
  });
});

describe("a message of the queue", () => {
  it.each(["{}", "[]", "null", "not json", '{"notificationType":"Received"}', '{"eventType":"Bounce"}'])(
    "that nobody can read is logged and dropped, as it stays so however often it comes: %s",
    async (body) => {
      const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
      expect(await handler({ Records: [{ ...sqsRecord({}), body }] })).toEqual({ batchItemFailures: [] });
      expect(log.mock.calls.join()).toContain("mails-on-received");
    },
  );

  it("whose mail cannot be fetched for the moment comes again", async () => {
    const { reply } = await sentMail();
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const receipt = { recipients: [reply], action: { objectKey: `${inboundPrefix}${"x".repeat(2_000)}` } };
    const record = sqsRecord({ notificationType: "Received", receipt }, { messageId: "m1" });
    expect(await handler({ Records: [record] })).toEqual({ batchItemFailures: [{ itemIdentifier: "m1" }] });
  });
});

describe("what SES says of a mail", () => {
  const says = (id: ActivityId, eventType: string, more: object = {}) =>
    handler({
      Records: [
        sqsRecord(
          { eventType, mail: { tags: { kartis: [referenceOf(owner.orgId, id)] } }, ...more },
          { messageId: randomUUID() },
        ),
      ],
    });
  const deliveryOf = async (id: ActivityId) => {
    const { entries } = await owner.call(timeline, { cardId, channels: ["mail"], limit: 100 });
    const entry = entries.find((one) => one.id === id);
    return entry?.kind === "activity" && entry.type === "MAIL" ? entry.value.delivery : undefined;
  };

  it("is kept on it, whatever the order; a passing trouble is none", async () => {
    const { id } = await sentMail();
    await says(id, "Bounce", { bounce: { bounceType: "Transient" } });
    expect(await deliveryOf(id)).toBe("sending");
    await says(id, "Delivery");
    expect(await deliveryOf(id)).toBe("delivered");
    await says(id, "Bounce", { bounce: { bounceType: "Permanent" } });
    await says(id, "Delivery");
    expect(await deliveryOf(id)).toBe("bounced");
    await says(id, "Complaint");
    expect(await deliveryOf(id)).toBe("complained");
    expect(await says(newId("act"), "Bounce")).toEqual({ batchItemFailures: [] });
  });
});

describe("a calendar's answer to an invitation", () => {
  const get = named(meetingProcedures, "meetings.get");
  async function invited(repeat?: object, more: object = {}) {
    const email = `guest${++counter}@customer.example`;
    const { id: meetingId } = await owner.call(named(meetingProcedures, "meetings.create"), {
      title: "Site visit",
      start: "2031-01-06T10:00Z",
      timeZone: "UTC",
      guests: [{ email, name: "Dana" }],
      ...(repeat ? { repeat: { frequency: "week", every: 1, weekdays: ["MO"], ends: { type: "never" } } } : {}),
      ...more,
    });
    await settle();
    return { meetingId, email, mail: mailTo(email) };
  }
  async function settle() {
    await notifyOfMeetings(owner.orgId, await latestRecords(owner.orgId, 10, null), systemClock);
    await sendIntended(owner.orgId);
  }
  const stateOf = async (meetingId: ActivityId) => {
    const meeting = await owner.call(get, { meetingId });
    return { rsvp: meeting.guests[0]?.rsvp, answers: meeting.answers.map(({ day, rsvp }) => [day, rsvp]) };
  };
  const replies = (
    mail: SentMail,
    rsvp: "ACCEPTED" | "DECLINED" | "TENTATIVE",
    change = (text: string) => text,
    verdicts: { dmarc?: string } = {},
  ) => {
    const { message: raw, recipients } = answerTo(mail, { text: "", rsvp });
    const text = raw.toString();
    const [before = "", content = ""] = text.split(
      /(?<=method=REPLY; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n)/,
    );
    const [encoded = "", rest = ""] = content.split(/\r\n(?=--part--)/);
    const calendar = change(Buffer.from(encoded, "base64").toString("utf8"));
    return arrives(`${before}${Buffer.from(calendar).toString("base64")}\r\n${rest}`, recipients, verdicts);
  };

  it("of a sender who is not verified changes no reply, and is on the guest's card with the reason", async () => {
    const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
    const fieldId = type?.fields.find((field) => field.type === "email")?.id ?? expect.fail("no email field");
    const email = `guest${++counter}@customer.example`;
    const fields = { name: "Dana", [fieldId]: email };
    const guest = await owner.call(named(cardProcedures, "cards.create"), { typeId: type?.id ?? expect.fail(), fields });
    const { id: meetingId } = await owner.call(named(meetingProcedures, "meetings.create"), {
      title: "Site visit",
      start: "2031-01-06T10:00Z",
      timeZone: "UTC",
      guests: [{ cardId: guest.id }],
    });
    await settle();
    await replies(mailTo(email), "DECLINED", undefined, { dmarc: "FAIL" });
    expect(await stateOf(meetingId)).toEqual({ rsvp: "PENDING", answers: [] });
    const { entries } = await owner.call(timeline, { cardId: guest.id, channels: ["mail"], limit: 100 });
    expect(entries).toMatchObject([
      { type: "MAIL", value: { direction: "IN", from: { email }, isUnverified: true, isReplyIgnored: true, answers: null } },
    ]);
    await replies(mailTo(email), "ACCEPTED");
    expect(await stateOf(meetingId)).toMatchObject({ rsvp: "ACCEPTED" });
  });

  it("of a guest of one time of a series is to that time, and those of others stay valid where only its guests changed", async () => {
    const { meetingId, email, mail } = await invited({});
    const single = `guest${++counter}@customer.example`;
    const guests = [{ email }, { email: single }];
    const one = { meetingId, scope: "one", day: "2031-01-13" } as const;
    await owner.call(named(meetingProcedures, "meetings.update"), { ...one, guests });
    await settle();
    // Their calendar names the time, or, as it knows no series, nothing.
    await replies(mailTo(single), "TENTATIVE");
    expect((await stateOf(meetingId)).answers).toEqual([["2031-01-13", "TENTATIVE"]]);
    await replies(mailTo(single), "ACCEPTED", (text) => text.replace(/RECURRENCE-ID[^\n]*\n/, ""));
    expect((await stateOf(meetingId)).answers).toEqual([["2031-01-13", "ACCEPTED"]]);
    await replies(mail, "ACCEPTED");
    expect(await stateOf(meetingId)).toMatchObject({ rsvp: "ACCEPTED" });
    await owner.call(named(meetingProcedures, "meetings.update"), { ...one, location: "Room 7" });
    await replies(mail, "DECLINED");
    expect(await stateOf(meetingId)).toMatchObject({ rsvp: "ACCEPTED" });
  });

  it("is the guest's reply, as on the page; the last one counts, and an older one that comes late does not", async () => {
    const { meetingId, mail } = await invited();
    await replies(mail, "ACCEPTED");
    expect(await stateOf(meetingId)).toMatchObject({ rsvp: "ACCEPTED" });
    await replies(mail, "DECLINED");
    await replies(mail, "TENTATIVE", (text) => text.replace(/DTSTAMP:\d+T\d+Z/, "DTSTAMP:20260101T000000Z"));
    expect(await stateOf(meetingId)).toMatchObject({ rsvp: "DECLINED" });
  });

  it("is for one time of a series where it names one", async () => {
    const { meetingId, mail } = await invited({});
    await replies(mail, "ACCEPTED");
    await replies(mail, "DECLINED", (text) => text.replace("DTSTAMP:", "RECURRENCE-ID:20310113T100000Z\r\nDTSTAMP:"));
    await replies(mail, "DECLINED", (text) => text.replace("DTSTAMP:", "RECURRENCE-ID:20310114T100000Z\r\nDTSTAMP:"));
    expect((await stateOf(meetingId)).answers).toEqual([
      [null, "ACCEPTED"],
      ["2031-01-13", "DECLINED"],
    ]);
  });

  /** A zone that only the file knows, as Outlook names them. */
  const windowsZone = [
    "BEGIN:VTIMEZONE",
    "TZID:Israel Standard Time",
    "BEGIN:STANDARD",
    "DTSTART:16010101T020000",
    "TZOFFSETFROM:+0300",
    "TZOFFSETTO:+0200",
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
    "END:STANDARD",
    "BEGIN:DAYLIGHT",
    "DTSTART:16010101T020000",
    "TZOFFSETFROM:+0200",
    "TZOFFSETTO:+0300",
    "RRULE:FREQ=YEARLY;BYDAY=-1FR;BYMONTH=3",
    "END:DAYLIGHT",
    "END:VTIMEZONE",
    "BEGIN:VEVENT",
  ].join("\r\n");
  const late = { start: "2031-01-06T23:30", timeZone: "America/New_York" };
  it.each([
    // 23:30 on a Monday in New York is a Tuesday further east.
    ["in UTC", late, "RECURRENCE-ID:20310114T043000Z", "2031-01-13"],
    ["in the zone of the guest", late, "RECURRENCE-ID;TZID=Asia/Jerusalem:20310114T063000", "2031-01-13"],
    ["in a zone with a prefix", late, "RECURRENCE-ID;TZID=/example.org/Europe/Budapest:20310114T053000", "2031-01-13"],
    ["in a zone that its file defines", late, "RECURRENCE-ID;TZID=Israel Standard Time:20310114T063000", "2031-01-13"],
    ["in summer, by the same file", late, "RECURRENCE-ID;TZID=Israel Standard Time:20310715T063000", "2031-07-14"],
    ["by the clocks of the series", late, "RECURRENCE-ID;TZID=America/New_York:20310113T233000", "2031-01-13"],
    ["without a zone", late, "RECURRENCE-ID:20310113T233000", "2031-01-13"],
    ["by its day", late, "RECURRENCE-ID;VALUE=DATE:20310113", "2031-01-13"],
    ["at another hour of its day, in UTC", late, "RECURRENCE-ID:20310114T030000Z", null],
    ["on its day, in a zone where that is another time", late, "RECURRENCE-ID;TZID=Asia/Jerusalem:20310113T233000", null],
    [
      "of whole days by its day",
      { start: "2031-01-06", timeZone: "America/New_York" },
      "RECURRENCE-ID;VALUE=DATE:20310113",
      "2031-01-13",
    ],
    [
      "of whole days at midnight in UTC",
      { start: "2031-01-06", timeZone: "America/New_York" },
      "RECURRENCE-ID:20310113T000000Z",
      "2031-01-13",
    ],
  ] as const)("finds the time of a series that is named %s", async (_, when, recurrence, day) => {
    const { meetingId, mail } = await invited({}, when);
    await replies(mail, "DECLINED", (text) =>
      text
        .replace("DTSTAMP:", `${recurrence}\r\nDTSTAMP:`)
        .replace("BEGIN:VEVENT", recurrence.includes("Standard") ? windowsZone : "BEGIN:VEVENT"),
    );
    expect((await stateOf(meetingId)).answers).toEqual(day === null ? [] : [[day, "DECLINED"]]);
  });

  it.each([
    ["at the end of the calendar", { start: "2031-01-06T23:30", timeZone: "Asia/Tokyo" }, "RECURRENCE-ID:99991231T235900Z"],
    ["at its beginning", late, "RECURRENCE-ID:00000101T000000Z"],
    ["of whole days at its end", { start: "2031-01-06", timeZone: "Asia/Tokyo" }, "RECURRENCE-ID:99991231T235900Z"],
    ["beyond its end", late, "RECURRENCE-ID:99999999T999999Z"],
    ["beyond its end, by the day", late, "RECURRENCE-ID;VALUE=DATE:99999999"],
  ])("for a time %s means nothing, and does not come again", async (_, when, recurrence) => {
    const { meetingId, mail } = await invited({}, when);
    await replies(mail, "DECLINED", (text) => text.replace("DTSTAMP:", `${recurrence}\r\nDTSTAMP:`));
    expect((await stateOf(meetingId)).answers).toEqual([]);
  });

  it("in a zone that would keep its reader busy means nothing, at once", async () => {
    const { meetingId, mail } = await invited({}, late);
    const busy = windowsZone.replace("FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "FREQ=SECONDLY");
    await replies(mail, "DECLINED", (text) =>
      text
        .replace("DTSTAMP:", "RECURRENCE-ID;TZID=Israel Standard Time:20310114T063000\r\nDTSTAMP:")
        .replace("BEGIN:VEVENT", busy),
    );
    expect((await stateOf(meetingId)).answers).toEqual([]);
  });

  it.each(["1e21", "2147483648", "99999999999999999999"])(
    "means nothing with a sequence beyond 32 bits: %s",
    async (sequence) => {
      const { meetingId, mail } = await invited();
      await replies(mail, "ACCEPTED", (text) => text.replace(/SEQUENCE:.*/, `SEQUENCE:${sequence}`));
      expect(await stateOf(meetingId)).toMatchObject({ rsvp: "PENDING" });
      await replies(mail, "ACCEPTED", (text) => text.replace(/SEQUENCE:.*/, "SEQUENCE:2147483647"));
      expect(await stateOf(meetingId)).toMatchObject({ rsvp: "ACCEPTED" });
    },
  );

  it("means nothing for a time and all that follow: neither is it for that time alone", async () => {
    const { meetingId, mail } = await invited({});
    const following = "RECURRENCE-ID;RANGE=THISANDFUTURE:20310113T100000Z\r\nDTSTAMP:";
    await replies(mail, "DECLINED", (text) => text.replace("DTSTAMP:", following));
    expect(await stateOf(meetingId)).toEqual({ rsvp: "PENDING", answers: [] });
  });

  it("means nothing when the guest has replied to as many times as there is room for, and does not come again", async () => {
    const { meetingId, mail } = await invited({});
    const { guests } = await owner.call(get, { meetingId });
    const dayAfter = (weeks: number) => new Date(Date.UTC(2031, 0, 6 + 7 * weeks)).toISOString().slice(0, 10);
    const reply = { meetingId, guestId: guests[0]?.id ?? "", rsvp: "ACCEPTED" as const };
    for (let week = 0; week < 30; week++)
      await owner.call(named(meetingProcedures, "meetings.answer"), { ...reply, day: dayAfter(week) });
    const before = await stateOf(meetingId);
    const occurrence = `RECURRENCE-ID:${dayAfter(30).replaceAll("-", "")}T100000Z\r\nDTSTAMP:`;
    expect(await replies(mail, "DECLINED", (text) => text.replace("DTSTAMP:", occurrence))).toBe(0);
    expect(await stateOf(meetingId)).toEqual(before);
    expect(await replies(mail, "DECLINED")).toBe(0);
    expect((await stateOf(meetingId)).answers).toEqual([[null, "DECLINED"]]);
  });

  it("means nothing from anybody else, to another's address, for another meeting, and after the time has changed", async () => {
    const { meetingId, email, mail } = await invited();
    const other = await invited();
    const pending = async () => expect(await stateOf(meetingId)).toMatchObject({ rsvp: "PENDING" });
    const { message: raw, recipients } = answerTo(mail, { text: "", rsvp: "ACCEPTED" });
    await arrives(raw.toString().replace(`From: ${email}`, "From: eve@evil.example"), recipients);
    await arrives(raw, answerTo(other.mail, { text: "", rsvp: "ACCEPTED" }).recipients);
    await replies(mail, "ACCEPTED", (text) => text.replace(/UID:.*/, `UID:${other.meetingId}@kartis`));
    await replies(mail, "ACCEPTED", (text) => text.replace(/:mailto:guest\d+@/, ":mailto:eve@"));
    await replies(mail, "ACCEPTED", (text) => text.replace("METHOD:REPLY", "METHOD:REQUEST"));
    await replies(mail, "ACCEPTED", () => "BEGIN:VCALENDAR\r\nEND");
    await pending();
    await owner.call(named(meetingProcedures, "meetings.update"), { meetingId, start: "2031-01-07T10:00Z" });
    await replies(mail, "ACCEPTED");
    await pending();
    await settle();
    await replies(mailTo(email), "ACCEPTED");
    expect(await stateOf(meetingId)).toMatchObject({ rsvp: "ACCEPTED" });
    await owner.call(named(meetingProcedures, "meetings.remove"), { meetingId });
    expect(await replies(mailTo(email), "DECLINED")).toBe(0);
  });
});
