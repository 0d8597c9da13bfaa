import { isSmsWeather, Twilio } from "@kartis/simulators/twilio.ts";
import type { TwilioAccount } from "@kartis/simulators/twilio-signature.ts";
import { smsPage } from "@kartis/simulators/twilio-page.ts";
import { type HttpHandler, readBody, replyJson } from "./wire/http.ts";

/** Path of the simulator under the origin; Twilio's own paths begin below it. */
export const smsPath = "/local/sms";

/** Known to everybody on this machine. */
export const smsAccount: TwilioAccount = { sid: "AC00000000000000000000000000000000", token: "token-of-this-machine" };

const mostBytes = 16_384;

/**
 * Twilio on this machine. `GET …` is its page, `GET ….json` the messages, `POST …/weather`, `…/state` and `…/answer` are what the page does, and anything else
 * is a call of the API. It forgets everything when it ends.
 */
export function serveSms(origin: string): HttpHandler {
  const twilio = new Twilio(smsAccount);
  /** Delivers reports one after the other, as their order is what is simulated; one that is not taken is dropped. */
  const report = async (reports: ReturnType<Twilio["reports"]>) => {
    for (const one of reports) {
      const headers = { "x-twilio-signature": twilio.signatureOf(one) };
      await fetch(one.to, { method: "POST", headers, body: new URLSearchParams(one.fields) }).catch(() => undefined);
    }
  };
  return async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", origin);
    if (request.method !== "POST") {
      if (pathname === `${smsPath}.json`) {
        const to = searchParams.get("to");
        const messages = twilio.messages.filter((one) => to === null || one.to === to);
        return replyJson(response, { contentType: "application/json", body: { messages } });
      }
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
      response.end(smsPage(twilio));
      return;
    }
    const form = new URLSearchParams((await readBody(request, mostBytes)).toString("utf8"));
    const back = () => void response.writeHead(303, { location: smsPath }).end();
    switch (pathname) {
      case `${smsPath}/weather`: {
        const weather = form.get("weather") ?? "";
        if (isSmsWeather(weather)) twilio.weather = weather;
        return back();
      }
      case `${smsPath}/state`: {
        const status = form.get("status") === "delivered" ? "delivered" : "undelivered";
        await report(twilio.settle(form.get("sid") ?? "", status, status === "undelivered" ? 30003 : undefined));
        return back();
      }
      case `${smsPath}/answer`: {
        const incoming = twilio.answer(form.get("phone") ?? "", form.get("text") ?? "", `${origin}/api/hooks/sms`);
        if (incoming) await report([incoming]);
        return back();
      }
      default: {
        const authorization = request.headers.authorization ?? "";
        const answer = twilio.take({ path: pathname.slice(smsPath.length), authorization, form });
        if (!answer) {
          request.socket.destroy();
          return;
        }
        replyJson(response, { status: answer.status, contentType: "application/json", body: answer.body });
        const { sid } = Object(answer.body) as { sid?: unknown }; // of an accepted message
        if (typeof sid === "string") void report(twilio.reports(sid));
      }
    }
  };
}
