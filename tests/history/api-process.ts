// Another environment of the API's Lambda, as AWS starts them beside each other: a replica and caches of its own. Argument: port. The environment is a function's.
import { once } from "node:events";
import { createServer } from "node:http";
import { createHttpApi } from "@kartis/local/apigateway/http-api.ts";
import { handler } from "@kartis/functions/api/handler.ts";
import { functions } from "@kartis/functions/functions.ts";

const api = createHttpApi();
const spec = functions.find(({ name }) => name === "api");
for (const route of spec?.trigger.kind === "http" ? spec.trigger.routes : [])
  api.addRoute(route, {
    name: "api",
    timeoutSeconds: 29,
    invoke: (event) => handler(event as Parameters<typeof handler>[0]), // the gateway makes it in that shape
    warm: () => undefined,
    close: async () => undefined,
  });
const server = createServer((request, response) => {
  void api.handle(request, response, new URL(request.url ?? "/", "http://localhost")).catch(() => response.destroy());
});
server.listen(Number(process.argv[2]), "127.0.0.1");
await once(server, "listening");
process.on("disconnect", () => process.exit());
process.send?.({ kind: "ready" });
