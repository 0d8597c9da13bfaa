import { parseMessage } from "./mime.ts";
import { expect, it } from "vitest";
import { composeMessage } from "@kartis/core/mail/message.ts";

const mail = { to: "eszter@bakony.example", subject: "Meghívó: ülés – שלום", text: "Text", html: "<p>HTML</p>" };
const calendar = { method: "REQUEST", content: "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", from: "Dániel Kovács" } as const;
const composed = async (change: Partial<typeof mail & { replyTo: string }> = {}, from: string = calendar.from) =>
  Buffer.from(await composeMessage({ ...mail, ...change, calendar: { ...calendar, from } }, "no-reply@kartis.example"));

it("a mail with a calendar has it as an alternative to the text, and attached", async () => {
  const message = await composed({ replyTo: "daniel@meridian.example" });
  const parsed = parseMessage(message);
  expect(parsed).toMatchObject({ text: "Text", html: "<p>HTML</p>" });
  expect(parsed.headers).toMatchObject({
    from: "Dániel Kovács <no-reply@kartis.example>",
    to: "eszter@bakony.example",
    "reply-to": "daniel@meridian.example",
    subject: mail.subject,
  });
  const files = parsed.attachments.map(({ name, type, content }) => [name, type, content.toString()]);
  expect(files.map(([, type]) => type)).toEqual(["text/calendar", "application/ics"]);
  expect(files.map(([, , content]) => content)).toEqual([calendar.content, calendar.content]);
  expect(files[1]?.[0]).toBe("invite.ics");
  expect(message.toString()).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/);
});

it("nothing in a name, an address or a subject becomes a header, and no file or address is read", async () => {
  const evil = "x\r\nBcc: everybody@example.com\r\n\r\nBody";
  const message = await composed(
    { subject: evil, to: "a@b.example\r\nBcc: everybody@example.com", html: '<img src="file:///etc/passwd">' },
    evil,
  );
  const { headers, attachments } = parseMessage(message);
  expect(Object.keys(headers)).not.toContain("bcc");
  expect(attachments).toHaveLength(2);
});

it("a long text is read as it was written, word by word", async () => {
  const text = "שלום וברכה לכולם, נפגשים מחר. ".repeat(20).trim();
  const message = Buffer.from(await composeMessage({ ...mail, text, calendar }, "no-reply@kartis.example"));
  expect(parseMessage(message).text?.trim()).toBe(text);
});

it("a mail in somebody's name has its people, its files, and what it answers; blind copies are not named in it", async () => {
  const message = await composeMessage(
    {
      from: "Noa, Adler",
      to: [
        { name: "Levi, Dana", email: "dana@x.example" },
        { name: null, email: "two@x.example" },
      ],
      cc: [{ name: "דנה", email: "cc@x.example" }],
      bcc: [{ name: null, email: "hidden@x.example" }],
      subject: "Offer",
      text: "Text",
      html: "<p>HTML</p>",
      replyTo: "noa@meridian.example",
      answers: "<first@customer.example>",
      attachments: [{ name: "הצעה.pdf", mime: "application/pdf", content: Buffer.from("%PDF") }],
    },
    "no-reply@kartis.example",
  );
  const { headers, text, html, attachments } = parseMessage(Buffer.from(message));
  expect(headers).toMatchObject({
    from: '"Noa, Adler" <no-reply@kartis.example>',
    to: '"Levi, Dana" <dana@x.example>, two@x.example',
    cc: "דנה <cc@x.example>",
    "reply-to": '"Noa, Adler" <noa@meridian.example>',
    "in-reply-to": "<first@customer.example>",
    references: "<first@customer.example>",
  });
  expect([text, html]).toEqual(["Text", "<p>HTML</p>"]);
  expect(attachments.map(({ name, type, content }) => [name, type, content.toString()])).toEqual([
    ["הצעה.pdf", "application/pdf", "%PDF"],
  ]);
  expect(Buffer.from(message).toString()).not.toContain("hidden@");
});
