import type { ServerResponse } from "node:http";
import { isReceiverWeather, Receiver, type ReceiverWeather } from "@kartis/simulators/receiver.ts";
import { receiverPage } from "@kartis/simulators/receiver-page.ts";
import { type HttpHandler, readBody, replyJson } from "./wire/http.ts";

/** Path of the simulator under the origin: the only addresses on this machine that webhooks may lead to. */
export const webhooksPath = "/local/webhooks";

const mostBytes = 1_048_576;
const slowMs = 20_000;
const hugeBytes = 10 * 1_048_576;

/**
 * Receivers of webhooks on this machine, one for each name: `POST …/{name}` is its address, `GET …/{name}` its page, `GET …/{name}.json` what came, and `POST
 * …/{name}/weather`, `…/secret` and `…/send` are what the page does. Without a name it is the first one's page. They forget everything when they end.
 */
export function serveWebhooks(origin: string): HttpHandler {
  const receivers = new Map<string, Receiver>();
  const receiverOf = (name: string): Receiver => {
    const receiver = receivers.get(name) ?? new Receiver();
    receivers.set(name, receiver);
    return receiver;
  };
  return async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", origin);
    const [file = "receiver", action] = pathname.slice(webhooksPath.length + 1).split("/");
    const name = file.replace(/\.json$/, "") || "receiver";
    const receiver = receiverOf(name);
    const path = `${webhooksPath}/${encodeURIComponent(name)}`;
    if (request.method !== "POST") {
      if (file.endsWith(".json")) {
        const messages = receiver.messages.map(({ headers: _, ...message }) => message);
        return replyJson(response, { contentType: "application/json", body: { messages } });
      }
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
      response.end(receiverPage(receiver, path, `${origin}${path}`, searchParams.get("answered")));
      return;
    }
    const body = (await readBody(request, mostBytes)).toString("utf8");
    if (action === "send") {
      const status = await sendTo(origin, new URLSearchParams(body));
      // The page reloads by itself, which must not send it again.
      response.writeHead(303, { location: `${path}?answered=${status}` }).end();
      return;
    }
    if (action === "weather" || action === "secret") {
      const value = new URLSearchParams(body).get(action) ?? "";
      if (action === "secret") receiver.secret = value.trim();
      else if (isReceiverWeather(value)) receiver.weather = value;
      response.writeHead(303, { location: path }).end();
      return;
    }
    const headers = Object.fromEntries(Object.entries(request.headers).map(([header, value]) => [header, String(value)]));
    const { weather } = receiver.take({ headers, body });
    await answers[weather](response);
  };
}

/** Sends what was written to an address of this installation, as the customer's service. @returns the status of the answer; 0 for an address elsewhere */
async function sendTo(origin: string, form: URLSearchParams): Promise<number> {
  const url = (form.get("url") ?? "").trim();
  if (!url.startsWith(`${origin}/`)) return 0;
  const headers = { "content-type": "application/json" };
  return (await fetch(url, { method: "POST", headers, body: form.get("body") ?? "" })).status;
}

/** Answers as the weather says. */
const answers: Readonly<Record<ReceiverWeather, (response: ServerResponse) => void | Promise<void>>> = {
  fine: (response) => void response.writeHead(204).end(),
  broken: (response) => void response.writeHead(500, { "content-type": "text/plain" }).end("Something went wrong here."),
  busy: (response) => void response.writeHead(429, { "content-type": "text/plain" }).end("Too many requests."),
  gone: (response) => void response.writeHead(410).end(),
  slow: async (response) => {
    await new Promise((resolve) => setTimeout(resolve, slowMs).unref());
    response.writeHead(204).end();
  },
  silent: (response) => void response.socket?.destroy(),
  redirect: (response) => void response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data/" }).end(),
  huge: (response) => void response.writeHead(200, { "content-type": "text/plain" }).end(Buffer.alloc(hugeBytes, "x")),
};
