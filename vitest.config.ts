import { defineConfig } from "vitest/config";
import { InTurn } from "./tests/support/deadline.ts";
import { icons } from "./web/icons-plugin.ts";
import { outlines } from "./web/outline-plugin.ts";

/** Two cores: with two workers they are idle an eighth of the time, while tests wait for their engines, and with three hardly ever. Each file starts engines of its own. */
export default defineConfig({
  plugins: [icons(), outlines()],
  test: {
    include: [
      "packages/*/src/**/*.test.ts",
      "functions/**/*.test.ts",
      "events/**/*.test.ts",
      "stacks/src/**/*.test.ts",
      "web/src/**/*.test.{ts,tsx}",
      "tests/**/*.test.ts",
    ],
    exclude: ["**/node_modules/**", "tests/e2e/**"],
    setupFiles: ["tests/support/bounded-queries.ts"],
    pool: "forks",
    maxWorkers: 3,
    sequence: { sequencer: InTurn },
    testTimeout: 120_000,
    // Engines start in them, on a machine that may be busy.
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
