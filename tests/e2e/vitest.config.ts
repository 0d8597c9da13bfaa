import { defineConfig } from "vitest/config";

/** What a person does, in a real Chromium against the whole local cloud. One file at a time: they share the machine with the browser. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["**/*.test.ts"],
    pool: "forks",
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // A busy machine is slow, not wrong.
    expect: { poll: { timeout: 20_000 } },
  },
});
