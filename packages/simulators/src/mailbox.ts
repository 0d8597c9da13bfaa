import { invitationIn } from "./mail-answer.ts";
import { escape } from "./page.ts";
import { pageIcon } from "./page-icon.ts";
import { placesFrom } from "./places.ts";

/** A mail that was sent in local mode, whole: nothing but this machine has seen it. */
export interface Mail {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly sentAt: number;
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly replyTo: readonly string[];
  readonly subject: string;
  readonly text?: string | undefined;
  readonly html?: string | undefined;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly base64: string }[];
  /** Tags that SES includes in its notifications about the email. */
  readonly tags?: Readonly<Record<string, readonly string[]>>;
}

/**
 * The mailbox as one self-contained HTML page: the list, newest first, and the selected message beside it.
 * It links to itself by `?id=` (and keeps `?to=`), and reloads while no message is being read.
 */
export function mailboxPage(mails: readonly Mail[], selected?: Mail, to?: string): string {
  const title = selected ? selected.subject || "No subject" : "Mailbox";
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${pageIcon}
${selected ? "" : '<meta http-equiv="refresh" content="4">'}
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body>
<header>
  <h1><a href="?">Mailbox</a></h1>
  <p>Mail sent by this installation. It never leaves this machine.</p>
  ${placesFrom("Mailbox")}
  <form role="search">
    <label for="to">Recipient</label>
    <input id="to" name="to" type="email" value="${escape(to ?? "")}" placeholder="all">
    <button>Show</button>
  </form>
</header>
<div class="columns">
  <nav aria-label="Messages">
    ${mails.length === 0 ? '<p class="empty">Nothing was sent yet.</p>' : `<ol>${mails.map((mail) => listItem(mail, selected, to)).join("")}</ol>`}
  </nav>
  <main>${selected ? message(selected) : '<p class="empty">Select a message to read it.</p>'}</main>
</div>
<script>${localTimes}</script>
</body>
</html>
`;
}

/** Emails as JSON for tests and scripts, attachments by name and size only. */
export function mailboxJson(mails: readonly Mail[]): unknown {
  return {
    mails: mails.map(({ attachments, sentAt, ...mail }) => ({
      ...mail,
      sentAt: new Date(sentAt).toISOString(),
      attachments: attachments.map(({ name, type, base64 }) => ({ name, type, bytes: byteLength(base64) })),
    })),
  };
}

function listItem(mail: Mail, selected: Mail | undefined, to: string | undefined): string {
  const query = new URLSearchParams({ ...(to && { to }), id: mail.id });
  const current = mail.id === selected?.id ? ' aria-current="page"' : "";
  return `<li><a href="?${escape(query.toString())}"${current}>
  <span class="who" dir="auto">${escape(mail.to.join(", ") || mail.bcc.join(", "))}</span>
  ${time(mail.sentAt)}
  <span class="subject" dir="auto">${escape(mail.subject || "No subject")}</span>
  <span class="preview" dir="auto">${escape(preview(mail))}</span>
</a></li>`;
}

function message(mail: Mail): string {
  const rows = [
    ["From", [mail.from]],
    ["To", mail.to],
    ["Cc", mail.cc],
    ["Bcc", mail.bcc],
    ["Reply to", mail.replyTo],
  ] as const;
  const isCalendar = ({ type }: Mail["attachments"][number]) => type === "text/calendar";
  const calendars = mail.attachments.filter(isCalendar).map(({ base64 }) => calendar(base64));
  const files = mail.attachments
    .filter((attachment) => !isCalendar(attachment))
    .map(
      ({ name, type, base64 }) =>
        `<li><a download="${escape(name)}" href="data:${escape(type)};base64,${escape(base64)}"><bdi>${escape(name)}</bdi></a> ${size(byteLength(base64))}</li>`,
    );
  return `<article>
<h2 dir="auto">${escape(mail.subject || "No subject")}</h2>
<dl>${rows
    .filter(([, addresses]) => addresses.length > 0)
    .map(([name, addresses]) => `<dt>${name}</dt><dd>${addresses.map((one) => `<bdi>${escape(one)}</bdi>`).join(", ")}</dd>`)
    .join("")}<dt>Sent</dt><dd>${time(mail.sentAt)}</dd>${unsubscribe(mail)}</dl>
${files.length > 0 ? `<ul class="files" aria-label="Attachments">${files.join("")}</ul>` : ""}
${body(mail)}
${calendars.join("")}
${answers(mail)}
</article>`;
}

/** The unsubscribe button that mail clients show beside the sender (one-click POST, RFC 8058). */
function unsubscribe({ headers }: Mail): string {
  const [, link] = /<(https?:[^<>]+)>/.exec(headers["list-unsubscribe"] ?? "") ?? [];
  const [name, value] = (headers["list-unsubscribe-post"] ?? "").split("=");
  if (link === undefined || !name || !value) return "";
  const input = `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`;
  return `<dt>List</dt><dd><form method="post" action="${escape(link)}" target="_blank">${input}<button>Unsubscribe</button></form></dd>`;
}

/** Actions of the reader: reply, respond as their calendar, or bounce the email. */
function answers(mail: Mail): string {
  const button = (action: string, label: string) => `<button name="action" value="${action}">${label}</button>`;
  const invited = invitationIn(mail)
    ? `<p>${button("ACCEPTED", "Accept")} ${button("TENTATIVE", "Tentative")} ${button("DECLINED", "Decline")}</p>`
    : "";
  return `<form method="post" class="answer" action="?${escape(new URLSearchParams({ id: mail.id }).toString())}">
<label for="answer">Answer</label>
<textarea id="answer" name="text" rows="4" dir="auto"></textarea>
<p><label><input type="checkbox" name="failsVerification"> Sender fails verification</label></p>
<p>${button("reply", "Send")} ${mail.tags ? `${button("Bounce", "Bounce")} ${button("Complaint", "Report as spam")}` : ""}</p>
${invited}
</form>`;
}

/** The invitation that mail clients recognize, with its lines unfolded. */
function calendar(base64: string): string {
  const text = Buffer.from(base64, "base64")
    .toString("utf8")
    .replace(/\r?\n[ \t]/g, "");
  const [, method = ""] = /^METHOD:(\w+)/m.exec(text) ?? [];
  return `<details><summary>Calendar ${escape(method)}</summary><pre dir="ltr">${escape(text)}</pre></details>`;
}

/** A mail's HTML is a stranger's: no script, no forms, no access to this origin; links open elsewhere. */
function body({ html, text }: Mail): string {
  const plain = `<pre dir="auto">${linked(text ?? "")}</pre>`;
  if (html === undefined) return plain;
  const source = `<base target="_blank">${html}`;
  const frame = `<iframe title="Message" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escape(source)}"></iframe>`;
  return text === undefined ? frame : `${frame}<details><summary>Plain text</summary>${plain}</details>`;
}

function linked(text: string): string {
  return escape(text).replace(
    /https?:\/\/(?:(?!&quot;|&lt;|&gt;|&#39;)[^\s])+/g,
    (url) => `<a href="${url}" target="_blank" rel="noopener noreferrer">${url}</a>`,
  );
}

function preview({ text, html }: Mail): string {
  const words =
    text ??
    (html ?? "")
      .replace(/<(style|head|script)[^]*?<\/\1>/gi, " ")
      .replace(/<[^>]*>/g, " ")
      .replace(/&nbsp;/g, " ");
  return words.replace(/\s+/g, " ").trim().slice(0, 140);
}

function time(instant: number): string {
  const iso = new Date(instant).toISOString();
  return `<time datetime="${iso}">${iso.slice(0, 16).replace("T", " ")}</time>`;
}

function byteLength(base64: string): number {
  return Math.floor((base64.replace(/=+$/, "").length * 3) / 4);
}

function size(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : `${Math.round(bytes / 1024)} KB`;
}

/** Times are rendered in UTC and shown in the reader's own zone and manner. */
const localTimes = `for (const time of document.querySelectorAll("time")) {
  time.textContent = new Intl.DateTimeFormat(undefined, { dateStyle: "short", timeStyle: "short" }).format(new Date(time.dateTime));
}`;

const style = `
:root { color-scheme: light dark; --text: light-dark(#1b1b1f, #ececf0); --muted: light-dark(#5d5d68, #a5a5b2);
  --page: light-dark(#f6f6f8, #131316); --surface: light-dark(#fff, #1c1c21); --line: light-dark(#dedee5, #34343d);
  --accent: light-dark(#2f4fd0, #9db0ff); --chosen: light-dark(#e8ecfd, #272d49); }
* { box-sizing: border-box; }
html, body { block-size: 100%; margin: 0; }
body { display: grid; grid-template-rows: auto 1fr; font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); }
header { display: flex; flex-wrap: wrap; gap: 4px 20px; align-items: center; padding: 12px 20px; border-block-end: 1px solid var(--line); background: var(--surface); }
h1 { font-size: 17px; margin: 0; } h1 a { color: inherit; text-decoration: none; }
header p { margin: 0; color: var(--muted); flex: 1; } header .places { flex: none; font-size: 13px; }
form { display: flex; gap: 8px; align-items: center; } label { color: var(--muted); }
input, button { font: inherit; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: 6px; padding: 4px 10px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.columns { display: grid; grid-template-columns: minmax(240px, 360px) 1fr; min-block-size: 0; }
nav { overflow: auto; border-inline-end: 1px solid var(--line); }
ol { list-style: none; margin: 0; padding: 0; }
li a { color: inherit; }
nav a { display: grid; grid-template-columns: 1fr auto; gap: 0 12px; padding: 10px 20px; text-decoration: none; border-block-end: 1px solid var(--line); }
nav a:hover { background: var(--surface); } nav a[aria-current] { background: var(--chosen); }
nav span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.who { color: var(--muted); } .subject, .preview { grid-column: 1 / -1; } .subject { font-weight: 600; } .preview { color: var(--muted); }
time { color: var(--muted); font-variant-numeric: tabular-nums; white-space: nowrap; }
main { overflow: auto; min-inline-size: 0; }
article { display: flex; flex-direction: column; gap: 12px; min-block-size: 100%; padding: 20px 24px; }
h2 { margin: 0; font-size: 22px; line-height: 1.3; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 16px; margin: 0; } dt { color: var(--muted); } dd { margin: 0; overflow-wrap: anywhere; }
.answer { display: grid; gap: 8px; justify-items: start; padding-block: 12px; border-block-start: 1px solid var(--line); }
.answer p { display: flex; gap: 8px; margin: 0; } textarea { font: inherit; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: 6px; padding: 8px 10px; inline-size: min(100%, 640px); }
.files { display: flex; flex-wrap: wrap; gap: 8px; margin: 0; padding: 0; list-style: none; }
.files li { padding: 4px 12px; border: 1px solid var(--line); border-radius: 6px; color: var(--muted); }
a { color: var(--accent); }
iframe { flex: 1; min-block-size: 420px; inline-size: 100%; border: 1px solid var(--line); border-radius: 8px; background: #fff; color-scheme: light; }
pre { margin: 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
details pre { padding-block: 12px; } summary { cursor: pointer; color: var(--muted); }
.empty { padding: 32px 20px; color: var(--muted); text-align: center; }
@media (max-width: 720px) { .columns { grid-template-columns: 1fr; overflow: auto; } nav { max-block-size: 40vh; border-inline-end: 0; border-block-end: 1px solid var(--line); } }
`;
