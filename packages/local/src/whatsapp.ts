import { isWhatsAppWeather, WhatsApp, type WhatsAppBusiness } from "@kartis/simulators/whatsapp.ts";
import { whatsappPage } from "@kartis/simulators/whatsapp-page.ts";
import type { ServerResponse } from "node:http";
import { type HttpHandler, readBody, replyJson } from "./wire/http.ts";

/** Path of the simulator under the origin; the Graph API's own paths begin below it. */
export const whatsappPath = "/local/whatsapp";

/** Known to everybody on this machine. */
export const whatsappBusiness: WhatsAppBusiness = {
  phoneNumberId: "100200300400500",
  businessId: "500400300200100",
  phone: "+972 54-555-0100",
  name: "Meridian Solar",
  token: "token-of-this-machine",
  appSecret: "secret-of-this-machine",
};

const mostBytes = 8 * 1_048_576;
/** A square of one colour, as a picture that a phone may send. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAF0lEQVR4nGNgmPyfNDSqYVTDqAbyNAAAhJj+EDfyeq4AAAAASUVORK5CYII=",
  "base64",
);

/**
 * WhatsApp on this machine. `GET …` is its page, `GET ….json` the messages, `POST …/subscribe`, `…/weather`, `…/write` and `…/state` are what the page does, and anything else is a
 * call of the API. It forgets everything when it ends.
 */
export function serveWhatsApp(origin: string): HttpHandler {
  const whatsapp = new WhatsApp(whatsappBusiness, `${origin}${whatsappPath}`);
  /** Delivers calls one after the other, as their order is what is simulated; one that is not taken is dropped. */
  const deliver = async (calls: readonly unknown[]) => {
    for (const body of calls.map((call) => JSON.stringify(call)))
      for (const hook of whatsapp.hooks) {
        const headers = { "content-type": "application/json", "x-hub-signature-256": whatsapp.signatureOf(body) };
        await fetch(hook, { method: "POST", headers, body }).catch(() => undefined);
      }
  };
  /** Asks whether an address is its owner's, as Meta does before it calls there. */
  async function subscribe(address: string, verifyToken: string): Promise<boolean> {
    if (!address.startsWith(`${origin}/`)) return false;
    const challenge = String(Date.now());
    const query = new URLSearchParams({ "hub.mode": "subscribe", "hub.verify_token": verifyToken, "hub.challenge": challenge });
    const response = await fetch(`${address}?${query.toString()}`).catch(() => undefined);
    const isConfirmed = response?.status === 200 && (await response.text()) === challenge;
    if (isConfirmed) whatsapp.hooks.add(address);
    return isConfirmed;
  }

  /** What the page has a phone do: the calls that follow. */
  function written(form: URLSearchParams): readonly unknown[] {
    const [phone, text, what] = [form.get("phone") ?? "", form.get("text") ?? "", form.get("what") ?? "text"];
    if (phone.replace(/\D/g, "").length < 7) return [];
    const to = form.get("answers") || undefined;
    const at = Date.now() - Math.max(Number(form.get("minutesAgo")) || 0, 0) * 60_000;
    const more = { name: form.get("name") ?? "", at, ...(to && what !== "reaction" ? { answers: to } : {}) };
    switch (what) {
      case "picture": {
        const image = { id: whatsapp.keepFile("image/png", picture), mime_type: "image/png", ...(text ? { caption: text } : {}) };
        return [whatsapp.write(phone, { type: "image", image }, more)];
      }
      case "location":
        return [
          whatsapp.write(
            phone,
            {
              type: "location",
              location: { latitude: 32.0853, longitude: 34.7818, name: text || "Tel Aviv", address: "Dizengoff 1" },
            },
            more,
          ),
        ];
      case "contact":
        return [
          whatsapp.write(
            phone,
            {
              type: "contacts",
              contacts: [{ name: { formatted_name: text || "Dana Levi" }, phones: [{ phone: "+972545550199" }] }],
            },
            more,
          ),
        ];
      case "reaction":
        return to ? [whatsapp.write(phone, { type: "reaction", reaction: { message_id: to, emoji: text || "👍" } }, more)] : [];
      case "twice": {
        const call = whatsapp.write(phone, { type: "text", text: { body: text } }, more);
        return [call, call];
      }
      default:
        return text ? [whatsapp.write(phone, { type: "text", text: { body: text } }, more)] : [];
    }
  }

  function show(response: ServerResponse, note?: string): void {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
    response.end(whatsappPage(whatsapp, note));
  }

  return async (request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", origin);
    const method = request.method ?? "GET";
    if (method === "GET" && pathname === `${whatsappPath}.json`)
      return replyJson(response, {
        contentType: "application/json",
        body: { business: whatsappBusiness, messages: whatsapp.messages },
      });
    if (method === "GET" && pathname === whatsappPath) return show(response);
    const body = method === "GET" ? Buffer.alloc(0) : await readBody(request, mostBytes);
    const form = () => new URLSearchParams(body.toString("utf8"));
    const back = () => void response.writeHead(303, { location: whatsappPath }).end();
    switch (pathname) {
      case `${whatsappPath}/subscribe`: {
        const isConfirmed = await subscribe((form().get("url") ?? "").trim(), (form().get("token") ?? "").trim());
        return isConfirmed ? back() : show(response, "The address did not confirm: is the number connected with this token?");
      }
      case `${whatsappPath}/weather`: {
        const weather = form().get("weather") ?? "";
        if (isWhatsAppWeather(weather)) whatsapp.weather = weather;
        return back();
      }
      case `${whatsappPath}/write`:
        await deliver(written(form()));
        return back();
      case `${whatsappPath}/state`: {
        const status = form().get("status") ?? "";
        const known = (["delivered", "read", "failed"] as const).find((one) => one === status);
        if (known) await deliver(whatsapp.settle(form().get("id") ?? "", known, known === "failed" ? 131026 : undefined));
        return back();
      }
      default: {
        const answer = whatsapp.take({
          method,
          path: `${pathname.slice(whatsappPath.length)}${search}`,
          authorization: request.headers.authorization ?? "",
          body,
          contentType: request.headers["content-type"] ?? "",
        });
        if (!answer) {
          request.socket.destroy();
          return;
        }
        if (Buffer.isBuffer(answer.body)) {
          response.writeHead(answer.status, { "content-type": answer.mime ?? "application/octet-stream" }).end(answer.body);
          return;
        }
        replyJson(response, { status: answer.status, contentType: "application/json", body: answer.body });
        const { messages } = Object(answer.body) as { messages?: readonly { readonly id: string }[] }; // of an accepted message
        for (const { id } of messages ?? []) void deliver(whatsapp.reports(id));
      }
    }
  };
}
