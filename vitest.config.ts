import { defineConfig } from "vitest/config";
import { InTurn } from "./tests/support/deadline.ts";
import { icons } from "./web/icons-plugin.ts";
import { outlines } from "./web/outline-plugin.ts";

/** Suites of domains and of functions, which call them against engines. */
const domains = ["packages/core/src/**/*.test.ts", "functions/**/*.test.ts", "events/**/*.test.ts"];

/** What replaces a module, kills its process, fills one for minutes, or plays a service whose address a process reads once: in a process of its own. */
const alone = [
  "events/members/on-removed.test.ts",
  "events/operations/first-run.test.ts",
  "events/realtime/on-change.test.ts",
  "functions/api/rest/rest.test.ts",
  "packages/core/src/activities/sms/killed.test.ts",
  "packages/core/src/as-of/bounds.test.ts",
  "packages/core/src/automations/simulation/reality.test.ts",
  "packages/core/src/cards/fields/made-up-type.test.ts",
  "packages/core/src/data/engine/*.test.ts",
  "packages/core/src/deletion/deletion.test.ts",
  "packages/core/src/realtime/announce-runs.test.ts",
  "packages/core/src/realtime/who-is-here.test.ts",
];

const others = [
  "stacks/src/**/*.test.ts",
  "packages/!(core)/src/**/*.test.ts",
  "web/src/**/*.test.{ts,tsx}",
  "tests/**/*.test.ts",
];
const nowhere = ["**/node_modules/**", "tests/e2e/**"];

/** Each file in a process of its own, as what has failed is run again. */
const isAlone = process.env["KARTIS_ALONE"] !== undefined;

/**
 * Two cores: with two workers they are idle an eighth of the time, while tests wait for their engines, and with three hardly ever. Each file starts engines of its
 * own. Those of domains run in one process after the other, whose code is compiled and warm by then: that spares two fifths of the time.
 */
export default defineConfig({
  plugins: [icons(), outlines()],
  test: {
    setupFiles: ["tests/support/bounded-queries.ts"],
    pool: "forks",
    maxWorkers: 3,
    sequence: { sequencer: InTurn },
    testTimeout: 120_000,
    // Engines start in them, on a machine that may be busy.
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "domains",
          include: domains,
          exclude: [...nowhere, ...alone],
          ...(isAlone ? {} : { isolate: false, env: { KARTIS_PROCESS: "shared" } }),
        },
      },
      { extends: true, test: { name: "others", include: [...others, ...alone], exclude: nowhere } },
    ],
  },
});
