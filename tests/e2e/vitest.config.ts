import { defineConfig } from "vitest/config";
import { InTurn } from "../support/deadline.ts";

/**
 * User journeys in a real Chromium against the whole local cloud. Two files at a time: one alone waits, for its page and its cloud in turn, for half of
 * what two cores can do.
 */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["**/*.test.ts"],
    pool: "forks",
    maxWorkers: 2,
    sequence: { sequencer: InTurn },
    globalSetup: "support/prepare.ts",
    setupFiles: "support/report-failure.ts",
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // A busy machine is slow, not wrong.
    expect: { poll: { timeout: 20_000 } },
  },
});
