import fc from "fast-check";
import { expect, test } from "vitest";
import { boxOf, columnsOf, fillTarget, isInBox, landing, rowsOf, sourceOf } from "./range.ts";

const at = (row: number, column: number) => ({ row, column });
const place = fc.record({ row: fc.integer({ min: 0, max: 50 }), column: fc.integer({ min: 1, max: 12 }) });

test("a range has its two corners in it, whichever way it was drawn", () => {
  fc.assert(
    fc.property(place, place, (anchor, head) => {
      const box = boxOf({ anchor, head });
      expect(isInBox(box, anchor) && isInBox(box, head)).toBe(true);
      expect(boxOf({ anchor: head, head: anchor })).toEqual(box);
    }),
  );
});

test("one cell fills a range, a block that fits repeats, another goes from the corner as far as the table", () => {
  const target = boxOf({ anchor: at(2, 1), head: at(5, 2) });
  const table = { rows: 10, columns: 4 };
  expect(landing(target, { rows: 1, columns: 1 }, table)).toEqual(target);
  expect(landing(target, { rows: 2, columns: 2 }, table)).toEqual(target);
  expect(landing(target, { rows: 3, columns: 2 }, table)).toEqual({ top: 2, bottom: 4, first: 1, last: 2 });
  expect(landing(boxOf({ anchor: at(9, 4), head: at(9, 4) }), { rows: 5, columns: 5 }, table)).toEqual({
    top: 9,
    bottom: 9,
    first: 4,
    last: 4,
  });
});

test("a fill never touches its source, and repeats it", () => {
  fc.assert(
    fc.property(place, place, place, (anchor, head, to) => {
      const source = boxOf({ anchor, head });
      const fill = fillTarget(source, to);
      if (!fill) {
        expect(isInBox(source, to)).toBe(true);
        return;
      }
      const { target } = fill;
      expect(rowsOf(target) > 0 && columnsOf(target) > 0).toBe(true);
      for (const row of [target.top, target.bottom])
        for (const column of [target.first, target.last]) {
          expect(isInBox(source, at(row, column))).toBe(false);
          expect(isInBox(source, sourceOf(source, at(row, column)))).toBe(true);
        }
    }),
  );
});
