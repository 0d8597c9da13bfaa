import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayOf, timeIn } from "../kernel/zoned-time.ts";
import { timeUnits } from "./actions/definition.ts";
import { after, nextStep, startsAutomations } from "./rules.ts";
import type { StepResult } from "./run-schema.ts";
import type { Step } from "./schema.ts";

const from = Date.parse("2030-01-31T22:30:15.250Z");
const zones = ["UTC", "Asia/Jerusalem", "America/New_York", "Europe/Budapest", "Pacific/Chatham"] as const;

describe("adding a duration", () => {
  it.each([
    ["minutes", 90, "2030-02-01T00:00:15.250Z"],
    ["hours", 2, "2030-02-01T00:30:15.250Z"],
    ["days", 1, "2030-02-01T22:30:15.250Z"],
    ["weeks", 2, "2030-02-14T22:30:15.250Z"],
    // Already 1 February in that time zone.
    ["months", 1, "2030-02-28T22:30:15.250Z"],
    ["years", 2, "2032-01-31T22:30:15.250Z"],
  ] as const)("%s", (unit, amount, expected) => {
    expect(after(from, { amount, unit }, "Asia/Jerusalem")).toBe(expected);
  });

  it("a month after the 31st is the last day of the next month", () => {
    expect(after(Date.parse("2030-01-31T12:00:00Z"), { amount: 1, unit: "months" }, "UTC")).toBe("2030-02-28T12:00:00.000Z");
    expect(after(Date.parse("2028-02-29T12:00:00Z"), { amount: 1, unit: "years" }, "UTC")).toBe("2029-02-28T12:00:00.000Z");
  });

  it("moves forward, and in days or longer keeps the local time of day unless a clock change skips it", () => {
    const instants = fc.integer({ min: Date.parse("2026-01-01T00:00:00Z"), max: Date.parse("2040-01-01T00:00:00Z") });
    const waits = fc.record({ amount: fc.integer({ min: 1, max: 100 }), unit: fc.constantFrom(...timeUnits) });
    fc.assert(
      fc.property(instants, waits, fc.constantFrom(...zones), (at, wait, zone) => {
        const later = Date.parse(after(at, wait, zone));
        expect(later).toBeGreaterThan(at - 3_600_000);
        if (wait.unit === "minutes" || wait.unit === "hours") return;
        expect(dayOf(later, zone) > dayOf(at, zone)).toBe(true);
        const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
        const drift = minutes(timeIn(later, zone)) - minutes(timeIn(at, zone));
        expect([0, 60, 30]).toContain(Math.abs(drift));
      }),
    );
  });
});

describe("the next step", () => {
  const wait = { amount: 1, unit: "days" } as const;
  const leaf = (id: string): Step => ({ id, kind: "wait", wait });
  const branch = (id: string, met: Step[], unmet: Step[]): Step => ({
    id,
    kind: "branch",
    filter: { all: [] },
    met,
    unmet,
  });
  const done = (stepId: string, met: boolean | null = null): StepResult => ({ stepId, state: "done", met }) as StepResult; // all that the rule reads

  it("follows the branch taken, never the other one", () => {
    const steps = [leaf("a"), branch("b", [leaf("c"), branch("d", [], [leaf("e")])], [leaf("f")]), leaf("g")];
    const walk = (results: readonly StepResult[], met: (id: string) => boolean): string[] => {
      const next = nextStep(steps, results);
      if (!next) return results.map(({ stepId }) => stepId);
      return walk([...results, done(next.id, next.kind === "branch" ? met(next.id) : null)], met);
    };
    expect(walk([], () => true)).toEqual(["a", "b", "c", "d", "g"]);
    expect(walk([], (id) => id === "b")).toEqual(["a", "b", "c", "d", "e", "g"]);
    expect(walk([], () => false)).toEqual(["a", "b", "f", "g"]);
  });
});

it("bulk changes, imports and undos start nothing", () => {
  for (const origin of ["import", "bulk", "undo"] as const) expect(startsAutomations({ origin })).toBe(false);
  expect(startsAutomations({ origin: "ui", batchId: "opn_1" })).toBe(false);
  for (const origin of ["ui", "api", "automation", "system"] as const) expect(startsAutomations({ origin })).toBe(true);
});
