import * as fc from "fast-check";
import { expect, it } from "vitest";
import { selectedAt, sinceAfter, wantedSince } from "./chosen-since.ts";
import { everyEvent, isChosen, type Selection } from "./rules.ts";

const events = ["card.created", "card.updated", "task.created"] as const;
const types = ["typ_A", "typ_B"] as const;
const selections = fc.record({
  events: fc.oneof(fc.constant([everyEvent] as const), fc.uniqueArray(fc.constantFrom(...events), { minLength: 1 })),
  cardTypeIds: fc.uniqueArray(fc.constantFrom(...types)),
});
const instantAt = (day: number): string => new Date(Date.UTC(2030, 0, 1 + day)).toISOString();

it("an event is wanted since the last change after which it has always been chosen, for its own card type", () => {
  fc.assert(
    fc.property(fc.array(selections, { minLength: 1, maxLength: 8 }), (history: Selection[]) => {
      const [first, ...later] = history;
      if (!first) return;
      let [since, was] = [selectedAt(instantAt(0)), first];
      for (const [at, is] of later.entries()) [since, was] = [sinceAfter(since, was, is, instantAt(at + 1)), is];
      for (const event of events)
        for (const typeId of types) {
          if (!isChosen(was, event, typeId)) continue;
          const lastWithout = history.findLastIndex((selection) => !isChosen(selection, event, typeId));
          expect(wantedSince(since, event, typeId)).toBe(instantAt(lastWithout + 1));
        }
    }),
  );
});
