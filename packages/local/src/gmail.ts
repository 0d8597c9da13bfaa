import { Gmail, type GmailAnswer, isGmailWeather, isPushWeather } from "@kartis/simulators/gmail.ts";
import { writeMessage } from "@kartis/simulators/gmail-message.ts";
import { gmailPage } from "@kartis/simulators/gmail-page.ts";
import type { GoogleAccounts } from "@kartis/simulators/google-accounts.ts";
import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { type HttpHandler, readBody, replyJson } from "./wire/http.ts";

/** Path of the simulator under the origin; the API's own paths begin below it. */
export const gmailPath = "/local/gmail";

const mostBytes = 50 * 1_048_576;
const topic = "projects/kartis-local/topics/gmail";
const subscription = "projects/kartis-local/subscriptions/gmail";
const account = "gmail-push@kartis-local.iam.gserviceaccount.com";

/**
 * Gmail on this machine, and the environment that has functions take it for Google's. `GET …` is its page, `POST …/write`, `…/account`, `…/weather` and `…/push` are
 * what the page does, and anything else is a call of the API. It forgets everything when it ends.
 */
export function localGmail(
  origin: string,
  issuer: string,
  accounts: GoogleAccounts,
): { environment: Readonly<Record<string, string>>; handler: HttpHandler } {
  const address = `${origin}/api/hooks/gmail`;
  const gmail = new Gmail(accounts, { topic, subscription, address, account, issuer });
  /** Delivers what is waiting; Pub/Sub repeats what is not taken, and this does not. */
  async function notify(): Promise<void> {
    for (const { authorization, body } of gmail.pushes.splice(0)) {
      const headers = { "content-type": "application/json", authorization };
      await fetch(address, { method: "POST", headers, body }).catch(() => undefined);
    }
  }

  function write(form: URLSearchParams): void {
    const value = (name: string) => (form.get(name) ?? "").trim();
    const [from, to, text] = [value("from"), value("to"), value("text")];
    if (!from.includes("@") || !gmail.addresses.includes(to)) return;
    const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    const raw = writeMessage({
      from,
      to,
      name: value("name"),
      subject: value("subject"),
      messageId: `<${randomUUID()}@mail.example>`,
      answers: value("answers") || undefined,
      ...(form.has("html")
        ? { html: `<p>${escaped}</p><script>alert(1)</script><img src="https://tracker.example/p.gif" alt="">` }
        : { text }),
      attachments: form.has("file")
        ? [{ name: "measurements.txt", mime: "text/plain", content: Buffer.from("The roof: 12 by 8 metres\n") }]
        : [],
    });
    for (let times = form.has("twice") ? 2 : 1; times > 0; times--) gmail.deliver(to, raw);
  }

  function play(pathname: string, form: URLSearchParams): boolean {
    const [email, what] = [form.get("email") ?? "", form.get("what")];
    const weather = form.get("weather") ?? "";
    switch (pathname) {
      case `${gmailPath}/write`:
        write(form);
        return true;
      case `${gmailPath}/weather`:
        if (isGmailWeather(weather)) gmail.weather = weather;
        return true;
      case `${gmailPath}/push`:
        if (isPushWeather(weather)) gmail.pushWeather = weather;
        return true;
      case `${gmailPath}/account`:
        if (what === "revoke") accounts.revoke(email);
        if (what === "age") accounts.age();
        if (what === "forget") gmail.forget(email);
        return true;
      default:
        return false;
    }
  }

  return {
    environment: {
      GMAIL_URL: `${origin}${gmailPath}`,
      GMAIL_TOPIC: topic,
      GMAIL_SUBSCRIPTION: subscription,
      GMAIL_PUSH_ACCOUNT: account,
    },
    async handler(request, response) {
      const { pathname, search } = new URL(request.url ?? "/", origin);
      const method = request.method ?? "GET";
      if (method === "GET" && pathname === gmailPath) {
        response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
        response.end(gmailPage(gmail));
        return;
      }
      const body = method === "GET" ? Buffer.alloc(0) : await readBody(request, mostBytes);
      if (method === "POST" && play(pathname, new URLSearchParams(body.toString("utf8")))) {
        await notify();
        response.writeHead(303, { location: gmailPath }).end();
        return;
      }
      const path = `${pathname.slice(gmailPath.length)}${search}`;
      const { authorization = "", "content-type": contentType = "" } = request.headers;
      reply(response, gmail.take({ method, path, authorization, body, contentType }));
      await notify();
    },
  };
}

function reply(response: ServerResponse, answer: GmailAnswer): void {
  if (!answer) response.destroy();
  else if (answer.body === undefined) response.writeHead(answer.status).end();
  else if (typeof answer.body === "string") response.writeHead(answer.status, { "content-type": "text/html" }).end(answer.body);
  else replyJson(response, { status: answer.status, contentType: "application/json", body: answer.body });
}
