import { PushService } from "@kartis/simulators/push.ts";
import { pushPage } from "@kartis/simulators/push-page.ts";
import { type HttpHandler, readBody, replyJson } from "./wire/http.ts";

/** Path of the simulator under the origin. */
export const pushPath = "/local/push";

const mostBytes = 8_192;

/**
 * The push service of this machine. `GET …` is its page, `POST …` subscribes a browser (the body is the sender's public key), `POST …/{id}` is an endpoint, and
 * `POST …/{id}/gone` gives it up. It forgets everything when it ends, and answers 410 from then on.
 */
export function servePush(origin: string): HttpHandler {
  const service = new PushService(`${origin}${pushPath}`);
  return async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", origin);
    const [, id, isGone] = /^\/local\/push\/([\w-]+)(\/gone)?$/.exec(pathname) ?? [];
    if (request.method !== "POST") {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
      response.end(pushPage(service.browsers));
      return;
    }
    const body = await readBody(request, mostBytes);
    if (id === undefined) {
      const { endpoint, keys } = await service.subscribe(body.toString("utf8"));
      return replyJson(response, { status: 201, contentType: "application/json", body: { endpoint, keys } });
    }
    if (isGone) {
      service.unsubscribe(id);
      response.writeHead(303, { location: pushPath }).end();
      return;
    }
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const { status, reason } = await service.take(id, { headers, body });
    response.writeHead(status, { "content-type": "text/plain" }).end(reason);
  };
}
