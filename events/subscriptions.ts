import type { SubscriptionSpec } from "@kartis/core/kernel/deployment.ts";

/** How often a run of an operation may break off (crash, time-out) at one and the same place; the last receive declares it failed. */
export const operationReceives = 8;

/** Every reaction to the journal, one file each: `<domain>/<on-what>.ts`. The stacks and the local cloud read this list. */
export const subscriptions = [
  {
    name: "realtime-on-change",
    entry: "events/realtime/on-change.ts",
    memoryMb: 512,
    timeoutSeconds: 10,
    uses: ["table:read", "table:write", "sockets:post"],
    from: { kind: "bus", pattern: { source: ["kartis.journal"] } },
    batchSize: 10,
    maxReceiveCount: 5,
  },
  {
    name: "replica-on-change",
    entry: "events/replica/on-change.ts",
    memoryMb: 1769,
    timeoutSeconds: 120,
    uses: ["table:read", "table:write", "data:read", "data:write"],
    from: { kind: "bus", pattern: { source: ["kartis.journal"] } },
    batchSize: 1_000,
    // A snapshot spares cold processes some replay; it may as well be seconds late, and one run serves everything that changed meanwhile.
    batchingWindowSeconds: 5,
    maxReceiveCount: 5,
  },
  {
    name: "support-on-created",
    entry: "events/support/on-created.ts",
    memoryMb: 256,
    timeoutSeconds: 10,
    uses: ["table:read", "mail:send"],
    from: { kind: "bus", pattern: { source: ["kartis.journal"], "detail-type": ["support.create"] } },
    batchSize: 10,
    maxReceiveCount: 5,
  },
  {
    name: "operations-on-requested",
    entry: "events/operations/on-requested.ts",
    memoryMb: 1769,
    timeoutSeconds: 120,
    uses: ["table:read", "table:write", "data:read", "data:write", "operations:send", "secrets:seal"],
    from: { kind: "operations" },
    batchSize: 1,
    maxReceiveCount: operationReceives,
  },
  {
    name: "files-on-deleted",
    entry: "events/files/on-deleted.ts",
    memoryMb: 512,
    timeoutSeconds: 30,
    uses: ["table:read", "data:delete"],
    from: { kind: "bus", pattern: { source: ["kartis.journal"], detail: { actions: ["file.delete"] } } },
    batchSize: 10,
    maxReceiveCount: 5,
  },
  {
    name: "cards-on-trashed",
    entry: "events/cards/on-trashed.ts",
    memoryMb: 256,
    timeoutSeconds: 10,
    uses: ["table:read", "table:write"],
    from: { kind: "bus", pattern: { source: ["kartis.journal"], detail: { actions: ["card.delete", "card.purge"] } } },
    batchSize: 10,
    maxReceiveCount: 5,
  },
  {
    name: "cards-on-type-changed",
    entry: "events/cards/on-type-changed.ts",
    memoryMb: 256,
    timeoutSeconds: 10,
    uses: ["table:read", "operations:send"],
    from: {
      kind: "bus",
      pattern: {
        source: ["kartis.journal"],
        detail: { actions: ["cardType.update", "field.create", "field.update", "field.delete"] },
      },
    },
    batchSize: 10,
    maxReceiveCount: 5,
  },
  {
    name: "cards-on-type-deleted",
    entry: "events/cards/on-type-deleted.ts",
    memoryMb: 256,
    timeoutSeconds: 30,
    uses: ["table:read", "table:write"],
    from: { kind: "bus", pattern: { source: ["kartis.journal"], detail: { actions: ["cardType.delete"] } } },
    batchSize: 1,
    maxReceiveCount: 5,
  },
  {
    name: "cards-on-purged",
    entry: "events/cards/on-purged.ts",
    // It asks the replica who shows a file.
    memoryMb: 1769,
    timeoutSeconds: 60,
    uses: ["table:read", "table:write", "data:read", "data:write"],
    from: { kind: "bus", pattern: { source: ["kartis.journal"], detail: { actions: ["card.purge"] } } },
    batchSize: 1,
    maxReceiveCount: 5,
  },
] as const satisfies readonly SubscriptionSpec[];
