import { type CallableSpec, replicaDiskMb } from "@kartis/core/kernel/deployment.ts";

/** Everything readable is also requested by HEAD, which a gateway routes separately. */
const read = (path: string): string[] => [`GET ${path}`, `HEAD ${path}`];

/** Every Lambda that is called from outside. The stacks and the local cloud read this list. */
export const functions = [
  {
    name: "api",
    entry: "functions/api/handler.ts",
    memoryMb: 1769, // one whole vCPU: the replica's SQL is CPU-bound
    timeoutSeconds: 29,
    diskMb: replicaDiskMb,
    uses: [
      "table:read",
      "table:write",
      "data:read",
      "data:write",
      "data:delete",
      "secrets:seal",
      "mail:send",
      "push:call",
      "sms:offer",
      "webhooks:call",
      "whatsapp:call",
      "checkout:call",
      "replicas:send",
      "google:sign-in",
      "viewer:address",
    ],
    trigger: {
      kind: "http",
      routes: [
        "POST /api/trpc/{proxy+}",
        ...read("/api/trpc/{proxy+}"),
        "ANY /api/v1/{proxy+}",
        "POST /api/realtime",
        ...read("/files/{fileId}"),
        ...read("/calendar/feed/{file}"),
        ...read("/api/identity/google"),
        ...read("/api/identity/google/callback"),
        "POST /api/unsubscribe/{token}",
        ...read("/api/unsubscribe/{token}"),
      ],
    },
  },
  {
    name: "sockets",
    entry: "functions/sockets/handler.ts",
    memoryMb: 512,
    timeoutSeconds: 10,
    uses: ["table:read", "table:write", "sockets:post", "sockets:close"],
    trigger: { kind: "websocket", routes: ["$connect", "$disconnect", "$default"] },
  },
  {
    name: "webhooks-sms",
    entry: "functions/webhooks/sms/handler.ts",
    memoryMb: 512,
    timeoutSeconds: 10,
    uses: ["table:read", "table:write", "secrets:seal", "sms:call"],
    trigger: { kind: "http", routes: ["POST /api/hooks/sms/{token}"] },
  },
  {
    name: "webhooks-whatsapp",
    entry: "functions/webhooks/whatsapp/handler.ts",
    memoryMb: 512,
    timeoutSeconds: 20, // a call may bring a thousand messages
    uses: ["table:read", "table:write", "secrets:seal"],
    trigger: { kind: "http", routes: ["POST /api/hooks/whatsapp/{token}", "GET /api/hooks/whatsapp/{token}"] },
  },
  {
    name: "publisher",
    entry: "functions/publisher/handler.ts",
    memoryMb: 512,
    timeoutSeconds: 60,
    uses: ["bus:put", "table:read", "table:write"],
    trigger: {
      kind: "stream",
      batchSize: 100,
      // New journal records. Most of what the table's stream brings are the items that they are about.
      filter: { eventName: ["INSERT"], dynamodb: { NewImage: { __edb_e__: { S: ["record"] } } } },
    },
  },
  {
    name: "trash",
    entry: "functions/trash/handler.ts",
    memoryMb: 1769,
    timeoutSeconds: 300,
    diskMb: replicaDiskMb,
    uses: ["table:read", "table:write", "data:read", "data:write", "replicas:send"],
    trigger: { kind: "schedule", expression: "rate(1 hour)" },
  },
  {
    name: "rebuild",
    entry: "functions/rebuild/handler.ts",
    memoryMb: 512,
    timeoutSeconds: 300,
    uses: ["table:read", "table:write", "data:erase", "replicas:send"],
    trigger: { kind: "schedule", expression: "rate(15 minutes)" },
  },
  {
    name: "reminders",
    entry: "functions/reminders/handler.ts",
    memoryMb: 512,
    timeoutSeconds: 60,
    uses: ["table:read", "table:write"],
    trigger: { kind: "schedule", expression: "rate(1 minute)" },
  },
  {
    name: "notifications",
    entry: "functions/notifications/handler.ts",
    memoryMb: 512,
    timeoutSeconds: 60,
    uses: ["table:read", "table:write"],
    trigger: { kind: "schedule", expression: "rate(1 minute)" },
  },
  {
    name: "retries",
    entry: "functions/retries/handler.ts",
    memoryMb: 512,
    timeoutSeconds: 60,
    uses: ["table:read", "deliveries:send", "runs:send"],
    trigger: { kind: "schedule", expression: "rate(1 minute)" },
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
