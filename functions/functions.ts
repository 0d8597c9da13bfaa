import type { CallableSpec } from "@kartis/core/kernel/deployment.ts";

/** Every Lambda that somebody outside calls. The stacks and the local cloud read this list. */
export const functions = [
  {
    name: "api",
    entry: "functions/api/handler.ts",
    memoryMb: 1769, // one whole vCPU: the replica's SQL is CPU-bound
    timeoutSeconds: 29,
    uses: [
      "table:read",
      "table:write",
      "data:read",
      "data:write",
      "data:delete",
      "secrets:seal",
      "mail:send",
      "checkout:call",
      "operations:send",
      "google:sign-in",
    ],
    trigger: {
      kind: "http",
      routes: [
        "POST /api/trpc/{proxy+}",
        "GET /api/trpc/{proxy+}",
        "ANY /api/v1/{proxy+}",
        "POST /api/realtime",
        "GET /files/{fileId}",
        "GET /api/identity/google",
        "GET /api/identity/google/callback",
      ],
    },
  },
  {
    name: "sockets",
    entry: "functions/sockets/handler.ts",
    memoryMb: 512,
    timeoutSeconds: 10,
    uses: ["table:read", "table:write", "sockets:post"],
    trigger: { kind: "websocket", routes: ["$connect", "$disconnect", "$default"] },
  },
  {
    name: "publisher",
    entry: "functions/publisher/handler.ts",
    memoryMb: 512,
    timeoutSeconds: 60,
    uses: ["bus:put", "table:read", "table:write"],
    trigger: { kind: "stream", batchSize: 100 },
  },
  {
    name: "trash",
    entry: "functions/trash/handler.ts",
    memoryMb: 1769,
    timeoutSeconds: 300,
    uses: ["table:read", "table:write", "data:read", "data:write"],
    trigger: { kind: "schedule", expression: "rate(1 hour)" },
  },
  {
    name: "erasure",
    entry: "functions/erasure/handler.ts",
    memoryMb: 512,
    timeoutSeconds: 600,
    uses: ["table:read", "table:write", "table:erase", "data:erase"],
    trigger: { kind: "schedule", expression: "rate(1 hour)" },
  },
] as const satisfies readonly CallableSpec[];
