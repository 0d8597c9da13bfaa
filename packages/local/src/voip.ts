import { isVoipWeather, Voicenter, type VoicenterReport } from "@kartis/simulators/voicenter.ts";
import { voipPage } from "@kartis/simulators/voip-page.ts";
import { type HttpHandler, readBody, replyJson } from "./wire/http.ts";

/** Path of the simulators under the origin; each provider's own paths begin below its name. */
export const voipPath = "/local/voip";

/** Known to everybody on this machine. */
const account = { code: "code-of-this-machine", logCode: "log-code-of-this-machine" };

const mostBytes = 65_536;

/**
 * Telephony on this machine. `GET …` is its page, `GET ….json` the calls, `POST …/hook`, `…/weather`, `…/ring`, `…/answer` and `…/hang-up` are what the page does,
 * and what is below `…/voicenter` is a request of Voicenter's API. It forgets everything when it ends.
 */
export function serveVoip(origin: string): HttpHandler {
  const voicenter = new Voicenter(account);
  /** Delivers reports one after the other, as their order is what is simulated; one that is not taken is dropped. */
  const deliver = async (reports: readonly VoicenterReport[]) => {
    for (const body of reports.map((report) => JSON.stringify(report)))
      for (const hook of voicenter.hooks)
        await fetch(hook, { method: "POST", headers: { "content-type": "application/json" }, body }).catch(() => undefined);
  };
  return async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", origin);
    if (request.method !== "POST") {
      if (pathname === `${voipPath}.json`)
        return replyJson(response, { contentType: "application/json", body: { account, calls: voicenter.calls } });
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
      response.end(voipPage(voicenter));
      return;
    }
    const body = (await readBody(request, mostBytes)).toString("utf8");
    const form = new URLSearchParams(body);
    const back = () => void response.writeHead(303, { location: voipPath }).end();
    switch (pathname) {
      case `${voipPath}/hook`: {
        const url = (form.get("url") ?? "").trim();
        if (url.startsWith(`${origin}/`)) voicenter.hooks.add(url);
        return back();
      }
      case `${voipPath}/weather`: {
        const weather = form.get("weather") ?? "";
        if (isVoipWeather(weather)) voicenter.weather = weather;
        return back();
      }
      case `${voipPath}/ring`:
        await deliver(voicenter.ring((form.get("number") ?? "").replace(/\D/g, ""), form.get("extension") ?? ""));
        return back();
      case `${voipPath}/answer`:
        await deliver(voicenter.answer(form.get("id") ?? ""));
        return back();
      case `${voipPath}/hang-up`:
        await deliver(voicenter.hangUp(form.get("id") ?? ""));
        return back();
      default: {
        const { answer, reports } = voicenter.take(pathname.slice(`${voipPath}/voicenter`.length), body);
        if (!answer) request.socket.destroy();
        else response.writeHead(answer.status, { "content-type": answer.contentType }).end(answer.body);
        void deliver(reports);
      }
    }
  };
}
