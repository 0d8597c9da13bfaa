import fc from "fast-check";
import { expect, it } from "vitest";
import { newId } from "../kernel/id.ts";
import { turnOf } from "./card-owners.ts";

const several = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 50 });

it("each attempt at a call chooses the same of several", () => {
  fc.assert(
    fc.property(fc.string(), several, (callId, people) => {
      const chosen = turnOf(callId, people);
      expect(people).toContain(chosen);
      expect(turnOf(callId, [...people])).toBe(chosen);
    }),
  );
  expect(turnOf("call", [])).toBeUndefined();
});

it("each of several is chosen about as often", () => {
  const people = ["Ann", "Bob", "Cat"];
  const calls = Array.from({ length: 600 }, (_, at) => newId("req", at).slice(4));
  const turns = Map.groupBy(calls, (callId) => turnOf(callId, people));
  for (const one of people) expect(turns.get(one)?.length).toBeGreaterThan(150);
});
