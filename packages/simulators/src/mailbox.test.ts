import { expect, test } from "vitest";
import { mailboxJson, mailboxPage } from "./mailbox.ts";
import type { Mail } from "./mailbox.ts";

const mail: Mail = {
  id: "m-1",
  sentAt: Date.parse("2026-11-20T10:00:00Z"),
  from: "קרטיס <no-reply@kartis.example>",
  to: ["dana@example.com"],
  cc: [],
  bcc: [],
  replyTo: [],
  subject: 'Hello <script>alert("s")</script>',
  text: "Open https://kartis.example/x?a=1&b=2 <now>",
  html: '<p onclick="x()">"Hello" & bye</p><script>alert(1)</script>',
  headers: {},
  attachments: [{ name: 'a".pdf', type: "application/pdf", base64: Buffer.from("12345").toString("base64") }],
};

test("a mail's HTML runs nowhere but in a sandbox without scripts", () => {
  const page = mailboxPage([mail], mail);
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(page).toContain('srcdoc="<base target=&quot;_blank&quot;>'.replaceAll("<", "&lt;").replaceAll(">", "&gt;"));
  expect(page).toContain('download="a&quot;.pdf"');
});

test("text shows its links and stays text otherwise", () => {
  const page = mailboxPage([mail], { ...mail, html: undefined });
  expect(page).toContain('<a href="https://kartis.example/x?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">');
  expect(page).toContain("&lt;now&gt;");
});

test("the list links to each mail, keeps the recipient and marks the one being read", () => {
  const page = mailboxPage([mail, { ...mail, id: "m-2" }], mail, "dana@example.com");
  expect(page).toContain('href="?to=dana%40example.com&amp;id=m-2"');
  expect(page.match(/aria-current="page"/g)).toHaveLength(1);
});

test("the list reloads itself, a mail being read does not", () => {
  expect(mailboxPage([mail])).toContain('http-equiv="refresh"');
  expect(mailboxPage([mail], mail)).not.toContain('http-equiv="refresh"');
  expect(mailboxPage([])).toContain("Nothing was sent yet.");
});

test("the JSON form names attachments without their content", () => {
  expect(mailboxJson([mail])).toMatchObject({
    mails: [{ sentAt: "2026-11-20T10:00:00.000Z", attachments: [{ name: 'a".pdf', type: "application/pdf", bytes: 5 }] }],
  });
});

test("the calendar of an invitation is shown as it would be read, and not among the files", () => {
  const text = "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nSUMMARY:<b>Me\r\n eting\r\nEND:VCALENDAR\r\n";
  const attachment = { name: "attachment", type: "text/calendar", base64: Buffer.from(text).toString("base64") };
  const page = mailboxPage([mail], { ...mail, attachments: [attachment] });
  expect(page).toContain("<summary>Calendar REQUEST</summary>");
  expect(page).toContain("SUMMARY:&lt;b&gt;Meeting");
  expect(page).not.toContain('aria-label="Attachments"');
});
