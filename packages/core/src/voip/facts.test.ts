import fc from "fast-check";
import { expect, it } from "vitest";
import { type CallReport, callStates, factsOf, joined, reportSources, statusOf } from "./facts.ts";
import { callReasons } from "./rules.ts";

const report: fc.Arbitrary<CallReport> = fc.record({
  source: fc.constantFrom(...reportSources),
  direction: fc.constantFrom("IN", "OUT"),
  number: fc.option(fc.constantFrom("+972545550187", "+972545550188")),
  extension: fc.option(fc.constantFrom("204", "205")),
  state: fc.constantFrom(...callStates),
  at: fc.constantFrom("2026-11-26T10:00:00.000Z", "2026-11-26T10:00:01.000Z"),
  seconds: fc.option(fc.integer({ min: 0, max: 3 })),
  reason: fc.option(fc.constantFrom(...callReasons)),
  recording: fc.option(fc.constantFrom("https://a.example/1", "https://a.example/2")),
});

it("a call is the same whichever of its reports comes first, and however often each does", () => {
  fc.assert(
    fc.property(fc.array(report, { minLength: 1, maxLength: 6 }), fc.infiniteStream(fc.nat()), (reports, chance) => {
      const facts = reports.map(factsOf);
      const again = [...facts, ...facts].toSorted(() => ((chance.next().value ?? 0) % 2 === 0 ? 1 : -1));
      expect(again.reduce(joined)).toEqual(facts.reduce(joined));
    }),
    { numRuns: 500 },
  );
});

it("what is over never becomes pending again, and the record of a call outranks its live events", () => {
  fc.assert(
    fc.property(fc.array(report, { minLength: 1, maxLength: 4 }), report, (reports, last) => {
      const before = reports.map(factsOf).reduce(joined);
      const after = joined(before, factsOf(last));
      const isOver = statusOf(before) !== "pending";
      const isBetter = reportSources.indexOf(last.source) > Math.floor(before.outcome.rank / callStates.length);
      if (isOver && !isBetter) expect(statusOf(after)).not.toBe("pending");
      const recorded = joined(before, factsOf({ ...last, source: "record", state: "answered" }));
      expect(statusOf(recorded)).toBe("answered");
    }),
  );
});
