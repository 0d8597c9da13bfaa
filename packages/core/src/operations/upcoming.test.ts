import fc from "fast-check";
import { expect, it } from "vitest";
import { Upcoming } from "./upcoming.ts";

const first = 7;

/** Numbers from `first` on in pieces of these lengths, each delivered when the test lets it. */
function source(lengths: readonly number[]) {
  const waiting: (() => void)[] = [];
  async function* pieces() {
    let at = first;
    for (const length of lengths) {
      await new Promise<void>((resolve) => waiting.push(resolve));
      yield Array.from({ length }, () => at++);
    }
  }
  return { pieces: pieces(), handOver: () => waiting.shift()?.() };
}

it("returns the units after a position, however they arrive and whichever are released meanwhile", async () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 8 });
  const chunks = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(lengths, chunks, async (given, taken) => {
      const { pieces, handOver } = source(given);
      const all = Array.from({ length: given.reduce((sum, length) => sum + length, 0) }, (_, at) => first + at);
      const upcoming = new Upcoming(pieces, first);
      let landed = first;
      let position = first;
      for (const count of taken) {
        let isThere = false;
        const asked = upcoming.from(position, count).finally(() => {
          isThere = true;
        });
        // The previous chunk has been written while this waits.
        await Promise.resolve();
        upcoming.letGo(landed);
        while (!isThere) {
          handOver();
          await new Promise(setImmediate);
        }
        const expected = all.slice(position - first, position - first + count);
        expect(await asked).toEqual(expected);
        landed = position;
        position += expected.length;
      }
    }),
    { numRuns: 60 },
  );
});

it.each([0, 1, 2])("never takes a source that breaks after %i pieces for one that is at its end", async (whole) => {
  async function* breaking() {
    for (let piece = 0; piece < whole; piece++) yield [piece];
    throw new Error("The connection was reset");
  }
  const upcoming = new Upcoming(breaking(), 0);
  expect(await upcoming.from(0, whole)).toHaveLength(whole);
  for (let attempt = 0; attempt < 3; attempt++) await expect(upcoming.from(whole, 1)).rejects.toThrow("The connection was reset");
});
