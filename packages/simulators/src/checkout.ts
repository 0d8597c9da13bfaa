import { escape } from "./page.ts";
import { pageIcon } from "./page-icon.ts";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/** A payment as the provider stores it. */
interface Session {
  readonly id: string;
  readonly reference: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly description: string;
  readonly returnUrl: string;
  state: "open" | "paid" | "declined";
}

const maxBytes = 10_000;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > maxBytes) throw new Error("Too long");
  }
  return text;
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/**
 * A payment provider's page where one pays with a card, or is declined. `POST …/sessions` opens a payment, the same for the same `reference`;
 * `GET …/sessions/{id}` says how it stands; `GET …/pay/{id}` is the page. Forgets everything when it ends.
 * @param base the address it is reached at.
 */
export function serveCheckout(base: string): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const sessions = new Map<string, Session>();
  const sessionView = ({ id, state }: Session) => ({ id, state, url: `${base}/pay/${id}` });

  return async (request, response) => {
    const [, kind, id = ""] = /\/(sessions|pay)(?:\/([\w-]+))?$/.exec((request.url ?? "").replace(/\?.*$/, "")) ?? [];
    if (kind === "sessions" && request.method === "POST") {
      const asked = JSON.parse(await bodyOf(request)) as Omit<Session, "id" | "state">; // our own server asks, and nobody else reaches this
      const known = [...sessions.values()].find(({ reference }) => reference === asked.reference);
      const opened: Session = known ?? { ...asked, id: randomUUID(), state: "open" };
      sessions.set(opened.id, opened);
      return reply(response, 200, sessionView(opened));
    }
    const session = sessions.get(id);
    if (!session) return reply(response, 404, { message: "There is no such payment" });
    if (kind === "sessions") return reply(response, 200, sessionView(session));
    if (request.method === "POST") {
      const isPaid = (await bodyOf(request)).includes("outcome=pay");
      if (session.state === "open") session.state = isPaid ? "paid" : "declined";
      response.writeHead(303, { location: session.returnUrl });
      response.end();
      return undefined;
    }
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
    response.end(payPage(session));
    return undefined;
  };
}

const payPage = ({ description, amountMinor, currency }: Session): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${pageIcon}
<title>Payment</title>
</head>
<body>
<main>
  <h1>Payment</h1>
  <p>This page stands for the payment provider. No money moves.</p>
  <p>${escape(description)}: <strong>${escape((amountMinor / 100).toFixed(2))} ${escape(currency)}</strong></p>
  <form method="post">
    <button name="outcome" value="pay">Pay</button>
    <button name="outcome" value="decline">Let the card be declined</button>
  </form>
</main>
</body>
</html>
`;
