import { escape, page, time, weatherForm } from "./page.ts";
import { type SimulatedSms, smsWeathers, type Twilio } from "./twilio.ts";

const outcomes = [
  ["delivered", "Delivered"],
  ["undelivered", "Not delivered"],
] as const;

const message = ({ sid, at, from, text, status }: SimulatedSms): string => `<li>
<p dir="auto">${escape(text)}</p>
<form method="post" action="/local/sms/state">
<small>from <bdi>${escape(from)}</bdi> · ${time(at)} · ${status}</small>
<input type="hidden" name="sid" value="${escape(sid)}">
${outcomes.map(([value, label]) => `<button name="status" value="${value}">${label}</button>`).join(" ")}
</form></li>`;

function phone(number: string, messages: readonly SimulatedSms[], isStopped: boolean, ours: string | undefined): string {
  return `<section><h2><bdi>${escape(number)}</bdi>${isStopped ? " <small>has said STOP</small>" : ""}</h2>
<ol>${messages.map(message).join("")}</ol>
<form method="post" action="/local/sms/answer"><input type="hidden" name="phone" value="${escape(number)}">
<label>Answer <input name="text" dir="auto" placeholder="${isStopped ? "START" : "STOP"}"></label> <button>Send</button>
<small>${ours ? `reaches <bdi>${escape(ours)}</bdi>` : "a name cannot be answered: only the operator reads STOP and START"}</small></form></section>`;
}

/** The simulated phones with the SMS that have reached them, and how the operator behaves. It reloads by itself. */
export function smsPage(twilio: Twilio): string {
  const byPhone = Map.groupBy(twilio.messages, ({ to }) => to);
  const phones = [...byPhone].map(([number, messages]) =>
    phone(number, messages, twilio.stopped.has(number), twilio.senderTo(number)),
  );
  return page({
    title: "SMS",
    style: "li p { margin: 0; white-space: pre-wrap; }",
    content: `<p>This page stands for Twilio and for the phones behind it. Nothing leaves this machine.</p>
${weatherForm("/local/sms/weather", "The operator", smsWeathers, twilio.weather)}
${phones.join("") || "<p>Nothing has arrived yet.</p>"}`,
  });
}
