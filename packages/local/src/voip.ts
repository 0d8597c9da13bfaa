import { isTwilioVoiceWeather, type TwilioCallback, TwilioVoice } from "@kartis/simulators/twilio-voice.ts";
import { isVoipWeather, Voicenter, type VoicenterReport } from "@kartis/simulators/voicenter.ts";
import { voipPage } from "@kartis/simulators/voip-page.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import { smsAccount } from "./sms.ts";
import { type HttpHandler, readBody, replyJson } from "./wire/http.ts";

/** Path of the simulators under the origin; each provider's own paths begin below its name. */
export const voipPath = "/local/voip";

/** Known to everybody on this machine. */
export const voicenterAccount = { code: "code-of-this-machine", logCode: "log-code-of-this-machine" };
const twilioNumber = "+97235550100";

const mostBytes = 65_536;

/** Delivers reports one after the other, as their order is what is simulated; one that is not taken is dropped. */
const voicenterDelivery = (voicenter: Voicenter) => async (reports: readonly VoicenterReport[]) => {
  for (const body of reports.map((report) => JSON.stringify(report)))
    for (const hook of voicenter.hooks)
      await fetch(hook, { method: "POST", headers: { "content-type": "application/json" }, body }).catch(() => undefined);
};

/** Delivers callbacks in the same way, and has those that are answered with TwiML followed. */
const twilioDelivery = (twilio: TwilioVoice) => async (callbacks: readonly TwilioCallback[]) => {
  const left = [...callbacks];
  for (let next = left.shift(); next; next = left.shift()) {
    const { url, fields, followed } = next;
    const headers = { "x-twilio-signature": twilio.signatureOf(next) };
    const answer = await fetch(url, { method: "POST", headers, body: new URLSearchParams(fields) }).catch(() => undefined);
    if (followed && answer?.ok) left.push(...twilio.follow(followed, await answer.text()));
  }
};

/** The other part of the path, if it begins with this. */
const below = (pathname: string, start: string): string | undefined =>
  pathname.startsWith(start) ? pathname.slice(start.length) : undefined;

/**
 * Telephony on this machine. `GET …` is its page, `GET ….json` the calls of Voicenter and of Twilio, `POST …/answer` and `…/hang-up` are what the page does with a call of
 * either, `…/hook`, `…/weather`, `…/ring` with Voicenter and `…/twilio-hook` and so on with Twilio, and what is below `…/voicenter` and `…/twilio` is a request of their APIs.
 * It forgets everything when it ends.
 */
export function serveVoip(origin: string): HttpHandler {
  const voicenter = new Voicenter(voicenterAccount);
  const twilio = new TwilioVoice(smsAccount, twilioNumber);
  const deliver = voicenterDelivery(voicenter);
  const tell = twilioDelivery(twilio);
  const isOurs = (url: string): boolean => url.startsWith(`${origin}/`);

  /** What somebody does on the page. @returns false if it is nothing */
  async function play(path: string, form: URLSearchParams): Promise<boolean> {
    const field = (name: string): string => (form.get(name) ?? "").trim();
    const [id, url, weather] = [field("id"), field("url"), field("weather")];
    switch (path) {
      case "hook":
        if (isOurs(url)) voicenter.hooks.add(url);
        return true;
      case "weather":
        if (isVoipWeather(weather)) voicenter.weather = weather;
        return true;
      case "ring":
        await deliver(voicenter.ring(field("number").replace(/\D/g, ""), field("extension")));
        return true;
      case "twilio-hook":
        if (isOurs(url)) twilio.hook = url;
        return true;
      case "twilio-weather":
        if (isTwilioVoiceWeather(weather)) twilio.weather = weather;
        return true;
      case "twilio-ring":
        await tell(twilio.ring(field("number") || "anonymous"));
        return true;
      case "answer":
        await deliver(voicenter.answer(id));
        await tell(twilio.answer(id, field("extension") || undefined));
        return true;
      case "hang-up":
        await deliver(voicenter.hangUp(id));
        await tell(twilio.hangUp(id));
        return true;
      default:
        return false;
    }
  }

  /** A request of Twilio's API. */
  function askTwilio(request: IncomingMessage, response: ServerResponse, path: string, form: URLSearchParams): void {
    const { answer, callbacks } = twilio.take(request.method ?? "", path, request.headers.authorization ?? "", form);
    if (answer) replyJson(response, { status: answer.status, contentType: "application/json", body: answer.body });
    else request.socket.destroy();
    void tell(callbacks);
  }

  function askVoicenter(request: IncomingMessage, response: ServerResponse, path: string, body: string): void {
    const { answer, reports } = voicenter.take(path, body);
    if (answer) response.writeHead(answer.status, { "content-type": answer.contentType }).end(answer.body);
    else request.socket.destroy();
    void deliver(reports);
  }

  return async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", origin);
    const asked = below(pathname, `${voipPath}/twilio/`);
    const body = request.method === "POST" ? (await readBody(request, mostBytes)).toString("utf8") : "";
    const form = new URLSearchParams(body);
    if (asked !== undefined) return askTwilio(request, response, `/${asked}`, form);
    if (request.method !== "POST") {
      if (pathname === `${voipPath}.json`) {
        const state = {
          account: voicenterAccount,
          calls: voicenter.calls,
          twilio: { account: smsAccount, number: twilioNumber, calls: twilio.calls },
        };
        return replyJson(response, { contentType: "application/json", body: state });
      }
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
      response.end(voipPage(voicenter, twilio));
      return;
    }
    if (await play(below(pathname, `${voipPath}/`) ?? "", form)) response.writeHead(303, { location: voipPath }).end();
    else askVoicenter(request, response, below(pathname, `${voipPath}/voicenter`) ?? "", body);
  };
}
