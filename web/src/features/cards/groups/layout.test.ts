import fc from "fast-check";
import { expect, test } from "vitest";
import { layOut, placeIn } from "./layout.ts";

const groups = fc.uniqueArray(
  fc.record({ value: fc.oneof(fc.string(), fc.constant(null)), count: fc.integer({ min: 1, max: 9 }), sums: fc.constant({}) }),
  { selector: ({ value }) => String(value) },
);

test("every head and every card of an open group stands at one place, in order", () => {
  fc.assert(
    fc.property(groups, fc.func(fc.boolean()), (list, isClosed) => {
      const closed = new Set(list.map(({ value }) => String(value)).filter((key) => isClosed(key)));
      const layout = layOut(list, closed);
      let first = 0;
      const expected = list.flatMap(({ value, count }) => {
        const rows = closed.has(String(value)) ? [] : Array.from({ length: count }, (_, at) => first + at);
        first += count;
        return [`head ${String(value)}`, ...rows.map((row) => `row ${row}`)];
      });
      const shown = Array.from({ length: layout.length }, (_, index) => {
        const { group, row } = placeIn(layout, index);
        return group ? `head ${group.key}` : `row ${String(row)}`;
      });
      expect(shown).toEqual(expected);
    }),
  );
});
