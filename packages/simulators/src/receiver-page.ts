import { escape, page, time, weatherForm } from "./page.ts";
import { type ReceivedMessage, type Receiver, receiverWeathers } from "./receiver.ts";

const signatures = { valid: "signature valid", wrong: "signature wrong", unknown: "not verified" } as const;

function typeOf(body: string): string {
  try {
    const { type } = Object(JSON.parse(body)) as { type?: unknown }; // as the sender says
    return typeof type === "string" ? type : "";
  } catch {
    return "";
  }
}

const message = ({ id, at, signature, weather, body }: ReceivedMessage): string => `<li><details>
<summary><b>${escape(typeOf(body))}</b> <small>${time(at)} · ${signatures[signature]} · ${escape(receiverWeathers[weather])} · ${escape(id)}</small></summary>
<pre>${escape(body)}</pre></details></li>`;

const answeredWith = (status: string): string =>
  `<p role="status">${status === "0" ? "Only addresses of this installation can be reached from here." : `Kartis answered ${escape(status)}.`}</p>`;

/**
 * The messages of one receiver, the newest first, its secret, its behavior, and what it sends. The page reloads by itself.
 * @param answered status of the answer to what was sent last; 0 if that went nowhere
 */
export function receiverPage(receiver: Receiver, path: string, address: string, answered: string | null): string {
  const messages = receiver.messages.toReversed().slice(0, 100);
  return page({
    title: "Webhooks",
    style,
    content: `<p>This page stands for a service of a customer's. Add this address as a webhook endpoint in Kartis: <code>${escape(address)}</code></p>
${weatherForm(`${path}/weather`, "It", receiverWeathers, receiver.weather)}
<form method="post" action="${path}/secret"><label>Secret <input name="secret" value="${escape(receiver.secret)}" placeholder="whsec_…" size="50"></label> <button>Set</button></form>
<h2>The service sends</h2>
${answered === null ? "" : answeredWith(answered)}
<form method="post" action="${path}/send"><p><label>To the address of an incoming webhook of Kartis <input name="url" type="url" required size="60"></label></p>
<p><label>JSON <textarea name="body" dir="auto" rows="3" cols="60" required>${escape(example)}</textarea></label> <button>Send</button></p></form>
<h2>It has received</h2>
<ol>${messages.map(message).join("") || "<li>Nothing has arrived yet.</li>"}</ol>`,
  });
}

const example = '{"name": "Dana Levi", "email": "dana@site.example", "phone": "054-555-0187"}';

const style = `
form { margin-block: 8px; } pre { overflow-x: auto; font-size: 13px; white-space: pre-wrap; overflow-wrap: anywhere; }
`;
