import { type Gmail, gmailWeathers, type KeptMessage, pushWeathers } from "./gmail.ts";
import { escape, page, time, weatherForm } from "./page.ts";

/** A sent message's text is encoded; its subject says enough here. */
const message = ({ at, from, to, subject, labelIds, messageId }: KeptMessage, email: string): string => `<li>
<small>${time(at)} · ${labelIds.includes("SENT") ? `to <bdi>${escape(to.join(", "))}</bdi>` : `from <bdi>${escape(from)}</bdi>`}</small>
<p dir="auto">${escape(subject || "(no subject)")}</p>
<details><summary>Answer as ${labelIds.includes("SENT") ? `<bdi>${escape(to[0] ?? "")}</bdi>` : `<bdi>${escape(from)}</bdi>`}</summary>${writing(
  {
    email,
    from: labelIds.includes("SENT") ? (to[0] ?? "") : from,
    subject: `Re: ${subject.replace(/^re:\s*/i, "")}`,
    answers: messageId,
  },
)}</details></li>`;

interface Writing {
  readonly email: string;
  readonly from?: string;
  readonly subject?: string;
  readonly answers?: string;
}

const writing = ({ email, from = "", subject = "", answers = "" }: Writing): string => `
<form method="post" action="/local/gmail/write"><input type="hidden" name="to" value="${escape(email)}">
<input type="hidden" name="answers" value="${escape(answers)}">
<label>From <input name="from" type="email" required value="${escape(from)}"></label>
<label>Name <input name="name" dir="auto"></label>
<label>Subject <input name="subject" dir="auto" value="${escape(subject)}"></label>
<label>Text <textarea name="text" dir="auto" rows="3"></textarea></label>
<label><input type="checkbox" name="file"> with a file</label>
<label><input type="checkbox" name="html"> as HTML, with a script and a remote picture</label>
<label><input type="checkbox" name="twice"> twice</label>
<button>Send</button></form>`;

const mailbox = (gmail: Gmail, email: string): string => `<section><h2><bdi>${escape(email)}</bdi></h2>
<p><small>${gmail.isWatched(email) ? "Kartis is notified" : "Kartis is not notified"}</small>
<form method="post" action="/local/gmail/account"><input type="hidden" name="email" value="${escape(email)}">
<button name="what" value="revoke">Withdraw consent</button> <button name="what" value="age">End access tokens</button>
<button name="what" value="forget">Forget the history</button></form></p>
<details open><summary>A person writes to this mailbox</summary>${writing({ email })}</details>
<ol>${gmail
  .messagesOf(email)
  .map((one) => message(one, email))
  .join("")}</ol></section>`;

/** The simulated mailboxes, and how Google behaves. The page reloads by itself. */
export function gmailPage(gmail: Gmail): string {
  return page({
    title: "Gmail",
    style,
    content: `<p>This page stands for Gmail, Google's notifications, and the people who write. Nothing leaves this machine.</p>
${weatherForm("/local/gmail/weather", "Gmail", gmailWeathers, gmail.weather)}
${weatherForm("/local/gmail/push", "Notifications", pushWeathers, gmail.pushWeather)}
${gmail.addresses.map((email) => mailbox(gmail, email)).join("") || "<p>No mailbox is connected yet.</p>"}`,
  });
}

const style = `
li p { margin: 0; } form { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; margin-block: 4px; }
`;
