import type { Plugin } from "vite";

/** What runs while tRPC's modules load, and so keeps code in the build that nothing calls: a counter of WebSocket connections, the prototype of compiled async generators. */
const loadTimeWrites =
  /^_defineProperty\(WsConnection, "connectCount", 0\);$|^AsyncGenerator\.prototype\[?.*(?:\n\t.*)*\n\}(?:, .*(?:\n\t.*)*\n\})*;$/gm;

/** Leaves out of the build what tRPC has for WebSockets and streams: Kartis calls over plain HTTP. */
export function trpcOverHttp(): Plugin {
  return {
    name: "kartis-trpc-over-http",
    apply: "build",
    transform: {
      filter: { id: /\/@trpc\/(client|server)\/dist\/.*\.mjs$/, code: /WsConnection, "connectCount"|AsyncGenerator\.prototype/ },
      handler: (code) => ({ code: code.replaceAll(loadTimeWrites, ""), map: null }),
    },
  };
}
