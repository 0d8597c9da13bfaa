import { mailboxJson, mailboxPage } from "@kartis/simulators/mailbox.ts";
import { replyJson } from "../wire/http.ts";
import type { HttpHandler } from "../wire/http.ts";
import type { Mails } from "./mails.ts";

/**
 * `GET …/mailbox?to=&id=` for people, `GET …/mailbox.json?to=&limit=` for tests. It looks only at the end of the path
 * and links relatively, so it can be mounted anywhere.
 */
export function serveMailbox(mails: Mails): HttpHandler {
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const to = searchParams.get("to") || undefined;
    const listed = mails.listMails({ to, limit: Number(searchParams.get("limit")) || 100 });
    if (pathname.endsWith(".json")) return replyJson(response, { contentType: "application/json", body: mailboxJson(listed) });
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
    response.end(mailboxPage(listed, mails.getMail(searchParams.get("id") ?? ""), to));
  };
}
