import fc from "fast-check";
import { expect, it } from "vitest";
import { TimeQueue } from "./queue.ts";

it("gives entries by instant, and those of one instant in the order of adding, however adding and taking alternate", () => {
  const step = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 5 }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const queue = new TimeQueue<number>();
      let model: { at: string; entry: number }[] = [];
      for (const [entry, hour] of steps.entries()) {
        if (hour === null) {
          const [first, ...rest] = model.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.entry - b.entry));
          expect(queue.nextAt).toBe(first?.at);
          expect(queue.take()).toBe(first?.entry);
          model = rest;
          continue;
        }
        const at = `2031-01-01T0${hour}:00:00.000Z`;
        queue.add(at, entry);
        model.push({ at, entry });
      }
    }),
  );
});
