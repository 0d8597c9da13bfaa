import { pageIcon } from "./page-icon.ts";
import { type ReceivedMessage, type Receiver, receiverWeathers } from "./receiver.ts";

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

const signatures = { valid: "signature valid", wrong: "signature wrong", unknown: "not verified" } as const;
const timeOf = (at: number): string => new Date(at).toISOString().slice(11, 19);

function typeOf(body: string): string {
  try {
    const { type } = Object(JSON.parse(body)) as { type?: unknown }; // as the sender says
    return typeof type === "string" ? type : "";
  } catch {
    return "";
  }
}

const message = ({ id, at, signature, weather, body }: ReceivedMessage): string => `<li><details>
<summary><b>${escape(typeOf(body))}</b> <small>${timeOf(at)} · ${signatures[signature]} · ${escape(receiverWeathers[weather])} · ${escape(id)}</small></summary>
<pre>${escape(body)}</pre></details></li>`;

/** What one receiver got, the newest first, how it verifies, and how it behaves. It reloads by itself. */
export function receiverPage(receiver: Receiver, path: string, address: string): string {
  const choices = Object.entries(receiverWeathers).map(
    ([name, words]) => `<option value="${name}"${name === receiver.weather ? " selected" : ""}>${escape(words)}</option>`,
  );
  const messages = receiver.messages.toReversed().slice(0, 100);
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${pageIcon}
<title>Webhooks</title>
<style>${style}</style>
</head>
<body>
<h1>Webhooks</h1>
<p>This page stands for a service of a customer's. Add this address as a webhook endpoint in Kartis: <code>${escape(address)}</code></p>
<form method="post" action="${path}/weather"><label>It <select name="weather">${choices.join("")}</select></label> <button>Set</button></form>
<form method="post" action="${path}/secret"><label>Secret <input name="secret" value="${escape(receiver.secret)}" placeholder="whsec_…" size="50"></label> <button>Set</button></form>
<ol>${messages.map(message).join("") || "<li>Nothing has arrived yet.</li>"}</ol>
<script>
setTimeout(() => { if (!["INPUT", "SELECT"].includes(document.activeElement.tagName) && !document.querySelector("[open]")) location.reload(); }, 4_000);
</script>
</body>
</html>
`;
}

const style = `
body { max-inline-size: 860px; margin: 24px auto; padding-inline: 20px; font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 20px; } button, select, input { font: inherit; } form { margin-block: 8px; }
ol { list-style: none; padding: 0; } li { padding-block: 8px; border-block-start: 1px solid light-dark(#dedee5, #34343d); }
pre { overflow-x: auto; font-size: 13px; white-space: pre-wrap; overflow-wrap: anywhere; } small { color: light-dark(#5d5d68, #a5a5b2); }
`;
