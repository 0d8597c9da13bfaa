import { GetAccountCommand, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { expect, test } from "vitest";
import { engineFixture } from "../engines.fixture.ts";
import { parseMessage, splitAddresses } from "./mime.ts";

const { engines, mail, clock } = await engineFixture();

const simple = (subject: string) => ({
  Simple: { Subject: { Data: subject }, Body: { Text: { Data: "text" }, Html: { Data: "<p>html</p>" } } },
});

test("a simple mail is kept whole", async () => {
  const { MessageId } = await mail.send(
    new SendEmailCommand({
      FromEmailAddress: "Kartis <no-reply@kartis.example>",
      Destination: { ToAddresses: ["dana@example.com"], CcAddresses: ["c@example.com"], BccAddresses: ["b@example.com"] },
      ReplyToAddresses: ["reply@example.com"],
      Content: {
        Simple: {
          ...simple("שלום").Simple,
          Headers: [{ Name: "List-Unsubscribe", Value: "<https://x.example>" }],
          Attachments: [{ FileName: "a.txt", ContentType: "text/plain", RawContent: new TextEncoder().encode("file") }],
        },
      },
    }),
  );
  expect(engines.mail.getMail(MessageId ?? "")).toEqual({
    id: MessageId,
    sentAt: clock.now(),
    from: "Kartis <no-reply@kartis.example>",
    to: ["dana@example.com"],
    cc: ["c@example.com"],
    bcc: ["b@example.com"],
    replyTo: ["reply@example.com"],
    subject: "שלום",
    text: "text",
    html: "<p>html</p>",
    headers: { "list-unsubscribe": "<https://x.example>" },
    attachments: [{ name: "a.txt", type: "text/plain", base64: Buffer.from("file").toString("base64") }],
  });
});

const send = (subject: string, Destination: object, FromEmailAddress = "a@b.c") =>
  mail.send(new SendEmailCommand({ FromEmailAddress, Destination, Content: simple(subject) }));

const raw = [
  "From: =?utf-8?B?16fXqNeY15nXoQ==?= <no-reply@kartis.example>",
  'To: "Levi, Dana" <dana.raw@example.com>, two@example.com',
  "Subject: =?UTF-8?Q?Invoice_=E2=82=AA_100?=",
  " =?UTF-8?Q?_due?=",
  "MIME-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="outer"',
  "",
  "preamble",
  "--outer",
  "Content-Type: multipart/alternative; boundary=inner",
  "",
  "--inner",
  "Content-Type: text/plain; charset=utf-8",
  "Content-Transfer-Encoding: quoted-printable",
  "",
  "=D7=A9=D7=9C=D7=95=D7=9D and a soft=",
  " break",
  "--inner",
  "Content-Type: text/html; charset=windows-1255",
  "Content-Transfer-Encoding: base64",
  "",
  Buffer.from([0xf9, 0xec, 0xe5, 0xed]).toString("base64"),
  "--inner--",
  "--outer",
  "Content-Type: application/pdf",
  "Content-Transfer-Encoding: base64",
  "Content-Disposition: attachment;",
  " filename*0*=utf-8''%D7%97%D7%A9%D7%91;",
  " filename*1*=%D7%95%D7%9F.pdf",
  "",
  Buffer.from("%PDF").toString("base64"),
  "--outer--",
  "",
].join("\r\n");

test("a raw message is read through its encodings, and addressed by its own headers", async () => {
  await mail.send(new SendEmailCommand({ Content: { Raw: { Data: Buffer.from(raw) } } }));
  const [found] = engines.mail.listMails({ to: "two@example.com" });
  expect(found).toMatchObject({
    from: "קרטיס <no-reply@kartis.example>",
    to: ['"Levi, Dana" <dana.raw@example.com>', "two@example.com"],
    subject: "Invoice ₪ 100 due",
    text: "שלום and a soft break",
    html: "שלום",
    attachments: [{ name: "חשבון.pdf", type: "application/pdf", base64: Buffer.from("%PDF").toString("base64") }],
  });
});

test("the envelope, where given, decides who receives a raw message", async () => {
  await mail.send(
    new SendEmailCommand({
      Destination: { ToAddresses: ["envelope@example.com"] },
      Content: { Raw: { Data: Buffer.from(raw) } },
    }),
  );
  expect(engines.mail.listMails({ to: "envelope@example.com" })[0]?.to).toEqual(["envelope@example.com"]);
});

test("a message without MIME is its text", () => {
  expect(parseMessage(Buffer.from("Subject: plain\n\nline 1\nline 2"))).toMatchObject({
    text: "line 1\nline 2",
    html: undefined,
    attachments: [],
  });
});

test.each([
  ['"a, b" <x@y.z>, c@d.e', ['"a, b" <x@y.z>', "c@d.e"]],
  ['"quo\\"te, x" <a@b.c>', ['"quo\\"te, x" <a@b.c>']],
  ["", []],
])("the address list %s", (list, expected) => {
  expect(splitAddresses(list)).toEqual(expected);
});

test("mails are found by any whole recipient, newest first, up to a limit", async () => {
  await send("first", { ToAddresses: ["Find <Find@example.com>"] });
  await send("other", { ToAddresses: ["notfind@example.com"] });
  await send("last", { BccAddresses: ["find@example.com"], ToAddresses: ["x@example.com"] });
  expect(engines.mail.listMails({ to: "FIND@example.com" }).map(({ subject }) => subject)).toEqual(["last", "first"]);
  expect(engines.mail.listMails({ to: "find@example.com", limit: 1 }).map(({ subject }) => subject)).toEqual(["last"]);
});

test("tests and people read the mailbox over HTTP", async () => {
  await mail.send(
    new SendEmailCommand({
      FromEmailAddress: "a@b.c",
      Destination: { ToAddresses: ["page@example.com"] },
      Content: simple("<b>Subject</b>"),
    }),
  );
  const json = await (await fetch(`${engines.url}/mailbox.json?to=page@example.com`)).json();
  expect(json).toMatchObject({
    mails: [{ subject: "<b>Subject</b>", to: ["page@example.com"], sentAt: new Date(clock.now()).toISOString() }],
  });
  const page = await fetch(`${engines.url}/mailbox?to=page@example.com`);
  expect(page.headers.get("content-type")).toContain("text/html");
  expect(await page.text()).toContain("&lt;b&gt;Subject&lt;/b&gt;");
});

test("the account reports its quota and the last day's usage", async () => {
  const sent = async () => (await mail.send(new GetAccountCommand({}))).SendQuota?.SentLast24Hours ?? 0;
  const before = await sent();
  await mail.send(
    new SendEmailCommand({ FromEmailAddress: "a@b.c", Destination: { ToAddresses: ["x@y.z", "w@y.z"] }, Content: simple("s") }),
  );
  expect(await sent()).toBe(before + 2);
  clock.advanceBy(86_400_000);
  expect(await sent()).toBe(0);
});

test("what SES refuses is refused", async () => {
  await expect(send("s", { ToAddresses: [] })).rejects.toMatchObject({ name: "BadRequestException" });
  await expect(send("s", { ToAddresses: ["no-domain"] })).rejects.toMatchObject({ name: "BadRequestException" });
  await expect(send("s", { ToAddresses: ["x@y.z"] }, "nobody")).rejects.toMatchObject({ name: "BadRequestException" });
  await expect(send("s", { ToAddresses: Array.from({ length: 51 }, (_, n) => `u${n}@y.z`) })).rejects.toMatchObject({
    name: "MessageRejected",
  });
});
