import { defineConfig } from "vitest/config";
import { icons } from "./web/icons-plugin.ts";
import { outlines } from "./web/outline-plugin.ts";

/** Two cores: more workers than that only make each test wait for the others. Each file starts engines of its own. */
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
    maxWorkers: 2,
    testTimeout: 120_000,
    // Engines start in them, on a machine that may be busy.
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
