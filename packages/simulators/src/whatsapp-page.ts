import { escape, page, time, weatherForm } from "./page.ts";
import { type SimulatedMessage, type WhatsApp, whatsappWeathers } from "./whatsapp.ts";

const outcomes = [
  ["delivered", "Delivered"],
  ["read", "Read"],
  ["failed", "Not delivered (131026)"],
] as const;
const contents = [
  ["text", "Text"],
  ["picture", "Picture, with the text as its caption"],
  ["location", "Location of that name"],
  ["contact", "Contact of that name"],
  ["reaction", "Reaction (an emoji) to the chosen message"],
  ["twice", "Text, delivered twice"],
] as const;

const message = ({
  id,
  at,
  isFromPhone,
  kind,
  text,
  status,
}: SimulatedMessage): string => `<li${isFromPhone ? ' class="own"' : ""}>
<p dir="auto">${escape(text || `(${kind})`)}</p>
<small>${time(at)}${isFromPhone ? " · sent" : ` · ${status}`}</small>
${
  isFromPhone
    ? ""
    : `<form method="post" action="/local/whatsapp/state"><input type="hidden" name="id" value="${escape(id)}">
${outcomes.map(([value, label]) => `<button name="status" value="${value}">${label}</button>`).join(" ")}</form>`
}</li>`;

const writing = (phone: string, messages: readonly SimulatedMessage[]): string => `
<form method="post" action="/local/whatsapp/write">
${phone === "" ? '<label>Number <input name="phone" inputmode="tel" required placeholder="+972 54 555 0187"></label> <label>Name <input name="name" dir="auto"></label>' : `<input type="hidden" name="phone" value="${escape(phone)}">`}
<label>Text <input name="text" dir="auto"></label>
<label>As <select name="what">${contents.map(([value, label]) => `<option value="${value}">${label}</option>`).join("")}</select></label>
<label>To <select name="answers"><option value="">no message</option>${messages.map(({ id, text, kind }) => `<option value="${escape(id)}">${escape(text.slice(0, 40) || `(${kind})`)}</option>`).join("")}</select></label>
<label>Minutes ago <input name="minutesAgo" type="number" min="0" value="0"></label>
<button>Send</button></form>`;

const phoneOf = (phone: string, messages: readonly SimulatedMessage[]): string =>
  `<section><h2><bdi>+${escape(phone)}</bdi></h2><ol>${messages.toReversed().map(message).join("")}</ol>${writing(phone, messages)}</section>`;

/** The simulated phones with their messages, and the provider's behavior. The page reloads by itself. */
export function whatsappPage(whatsapp: WhatsApp, note = ""): string {
  const { phoneNumberId, businessId, token, appSecret } = whatsapp.business;
  const byPhone = Map.groupBy(whatsapp.messages, ({ phone }) => phone);
  const phones = [...byPhone].map(([phone, messages]) => phoneOf(phone, messages));
  return page({
    title: "WhatsApp",
    style,
    content: `<p>This page stands for WhatsApp's Cloud API and for the phones behind it. Nothing leaves this machine.</p>
${note ? `<p role="alert">${escape(note)}</p>` : ""}
<details${whatsapp.hooks.size === 0 ? " open" : ""}><summary>How to connect</summary>
<dl><dt>Phone number ID</dt><dd><code>${phoneNumberId}</code></dd><dt>Business account ID</dt><dd><code>${businessId}</code></dd>
<dt>Access token</dt><dd><code>${token}</code></dd><dt>App secret</dt><dd><code>${appSecret}</code></dd></dl>
<form method="post" action="/local/whatsapp/subscribe"><label>Callback URL <input name="url" required></label>
<label>Verify token <input name="token" required></label> <button>Verify and save</button></form></details>
${weatherForm("/local/whatsapp/weather", "The provider", whatsappWeathers, whatsapp.weather)}
<h2>A phone writes</h2>${writing("", [])}
${phones.join("") || "<p>Nothing has arrived yet.</p>"}`,
  });
}

const style = `
li.own { padding-inline-start: 40px; } li p { margin: 0; white-space: pre-wrap; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 12px; } dd { margin: 0; }
`;
