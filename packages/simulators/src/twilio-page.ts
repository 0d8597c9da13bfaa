import { pageIcon } from "./page-icon.ts";
import { type SimulatedSms, smsWeathers, type Twilio } from "./twilio.ts";

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

const outcomes = [
  ["delivered", "Delivered"],
  ["undelivered", "Not delivered"],
] as const;

const message = ({ sid, at, from, text, status }: SimulatedSms): string => `<li>
<p dir="auto">${escape(text)}</p>
<form method="post" action="/local/sms/state">
<small>from <bdi>${escape(from)}</bdi> · <time datetime="${new Date(at).toISOString()}">${new Date(at).toISOString().slice(11, 19)}</time> · ${status}</small>
<input type="hidden" name="sid" value="${escape(sid)}">
${outcomes.map(([value, label]) => `<button name="status" value="${value}">${label}</button>`).join(" ")}
</form></li>`;

function phone(number: string, messages: readonly SimulatedSms[], isStopped: boolean): string {
  return `<section><h2><bdi>${escape(number)}</bdi>${isStopped ? " <small>has said STOP</small>" : ""}</h2>
<ol>${messages.map(message).join("")}</ol>
<form method="post" action="/local/sms/answer"><input type="hidden" name="phone" value="${escape(number)}">
<label>Answer <input name="text" dir="auto" placeholder="STOP"></label> <button>Send</button></form></section>`;
}

/** The simulated phones with the SMS that have reached them, and how the operator behaves. It reloads by itself. */
export function smsPage(twilio: Twilio): string {
  const byPhone = Map.groupBy(twilio.messages, ({ to }) => to);
  const choices = Object.entries(smsWeathers).map(
    ([name, words]) => `<option value="${name}"${name === twilio.weather ? " selected" : ""}>${escape(words)}</option>`,
  );
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${pageIcon}
<title>SMS</title>
<style>${style}</style>
</head>
<body>
<h1>SMS</h1>
<p>This page stands for Twilio and for the phones behind it. Nothing leaves this machine.</p>
<form method="post" action="/local/sms/weather"><label>The operator <select name="weather">${choices.join("")}</select></label> <button>Set</button></form>
${[...byPhone].map(([number, messages]) => phone(number, messages, twilio.stopped.has(number))).join("") || "<p>Nothing has arrived yet.</p>"}
<script>
setTimeout(() => { if (!["INPUT", "SELECT"].includes(document.activeElement.tagName)) location.reload(); }, 4_000);
</script>
</body>
</html>
`;
}

const style = `
body { max-inline-size: 720px; margin: 24px auto; padding-inline: 20px; font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 20px; } h2 { font-size: 15px; margin-block-end: 4px; } button, select, input { font: inherit; }
ol { list-style: none; padding: 0; } li { padding-block: 8px; border-block-start: 1px solid light-dark(#dedee5, #34343d); }
li p { margin: 0; white-space: pre-wrap; } small { color: light-dark(#5d5d68, #a5a5b2); }
`;
