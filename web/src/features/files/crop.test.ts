import fc from "fast-check";
import { expect, test } from "vitest";
import { squareOf, within } from "./crop.ts";

test("the square is always within the picture, wherever it is dragged", () => {
  const sizes = fc.record({ width: fc.integer({ min: 1, max: 8_000 }), height: fc.integer({ min: 1, max: 8_000 }) });
  const crops = fc.record({
    x: fc.double({ min: -3, max: 3, noNaN: true }),
    y: fc.double({ min: -3, max: 3, noNaN: true }),
    zoom: fc.double({ min: 1, max: 4, noNaN: true }),
  });
  fc.assert(
    fc.property(sizes, crops, (size, crop) => {
      const { left, top, side } = squareOf(size, within(size, crop));
      const slack = 1e-6 * Math.max(size.width, size.height);
      expect(left).toBeGreaterThanOrEqual(-slack);
      expect(top).toBeGreaterThanOrEqual(-slack);
      expect(left + side).toBeLessThanOrEqual(size.width + slack);
      expect(top + side).toBeLessThanOrEqual(size.height + slack);
    }),
  );
});
