import { join } from "node:path";
import { defineConfig } from "vitest/config";

const seed = process.env["KARTIS_FAULTS"] ?? "1";

/** Existing suites, against engines that misbehave as the seed says: `tests/support/backend.ts` puts the proxies before them. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, "../.."),
    // Printed beside each failure.
    name: `faults, seed ${seed}`,
    env: { KARTIS_FAULTS: seed },
    include: [
      "packages/core/src/data/{commit,consumer,unjournalled}.test.ts",
      "packages/core/src/cards/replica/{replica,snapshot}.test.ts",
      "packages/core/src/cards/{merges,metered}.test.ts",
      "packages/core/src/plans/meter.test.ts",
      "packages/core/src/realtime/*.test.ts",
      "packages/core/src/identity/{second-factor,passkeys/passkeys}.test.ts",
      "packages/core/src/limit-warnings/limit-warnings.test.ts",
      "functions/sockets/handler.test.ts",
      "packages/core/src/imports/{imports,revert}.test.ts",
      "packages/core/src/bulk/bulk.test.ts",
      "packages/core/src/personal-data/erasure.test.ts",
      "events/**/*.test.ts",
      "functions/publisher/handler.test.ts",
    ],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
