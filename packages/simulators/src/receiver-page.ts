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

/** The messages of one receiver, the newest first, its secret and its behavior. The page reloads by itself. */
export function receiverPage(receiver: Receiver, path: string, address: string): string {
  const messages = receiver.messages.toReversed().slice(0, 100);
  return page({
    title: "Webhooks",
    style,
    content: `<p>This page stands for a service of a customer's. Add this address as a webhook endpoint in Kartis: <code>${escape(address)}</code></p>
${weatherForm(`${path}/weather`, "It", receiverWeathers, receiver.weather)}
<form method="post" action="${path}/secret"><label>Secret <input name="secret" value="${escape(receiver.secret)}" placeholder="whsec_…" size="50"></label> <button>Set</button></form>
<ol>${messages.map(message).join("") || "<li>Nothing has arrived yet.</li>"}</ol>`,
  });
}

const style = `
form { margin-block: 8px; } pre { overflow-x: auto; font-size: 13px; white-space: pre-wrap; overflow-wrap: anywhere; }
`;
