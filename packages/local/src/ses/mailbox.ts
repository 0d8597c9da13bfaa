import { mailboxJson, mailboxPage } from "@kartis/simulators/mailbox.ts";
import { readBody, replyJson } from "../wire/http.ts";
import type { HttpHandler } from "../wire/http.ts";
import type { MailIn } from "./mail-in.ts";
import type { Mails } from "./mails.ts";

const longestAnswer = 100_000;

const rsvpOf = (action: string) => (["ACCEPTED", "DECLINED", "TENTATIVE"] as const).find((known) => known === action);
const eventOf = (action: string) => (["Delivery", "Bounce", "Complaint"] as const).find((known) => known === action);

/**
 * `GET …/mailbox?to=&id=` for people, `GET …/mailbox.json?to=&limit=` for tests; `POST …/mailbox?id=` with `action` and `text` answers a mail as its reader would. It
 * looks only at the end of the path and links relatively, so it can be mounted anywhere.
 */
export function serveMailbox(mails: Mails, mailIn?: MailIn): HttpHandler {
  return async (request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const to = searchParams.get("to") || undefined;
    const mail = mails.getMail(searchParams.get("id") ?? "");
    if (request.method === "POST" && mail && mailIn) {
      const form = new URLSearchParams((await readBody(request, longestAnswer)).toString("utf8"));
      const [action, text] = [form.get("action") ?? "", form.get("text") ?? ""];
      const event = eventOf(action);
      if (event) mailIn.report(mail, event);
      else await mailIn.answer(mail, { text, rsvp: rsvpOf(action), failsVerification: form.has("failsVerification") });
      response.writeHead(303, { location: search }).end();
      return;
    }
    const listed = mails.listMails({ to, limit: Number(searchParams.get("limit")) || 100 });
    if (pathname.endsWith(".json")) {
      replyJson(response, { contentType: "application/json", body: mailboxJson(listed) });
      return;
    }
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
    response.end(mailboxPage(listed, mail, to));
  };
}
