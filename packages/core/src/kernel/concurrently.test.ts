import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { concurrently } from "./concurrently.ts";

async function* later<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  for (const item of items) {
    await nextTurn();
    yield item;
  }
}
const numbers = Array.from({ length: 20 }, (_, at) => at);

it.each([
  ["an array", () => numbers],
  ["an iterator", () => numbers.values()],
  ["what comes later", () => later(numbers)],
])("takes each item of %s once, in order, and at most so many at a time", async (_, items) => {
  const begun: number[] = [];
  let [underWay, most] = [0, 0];
  await concurrently(items(), { atOnce: 3 }, async (number) => {
    begun.push(number);
    most = Math.max(most, ++underWay);
    for (let turn = 0; turn < 5; turn++) await nextTurn();
    underWay--;
  });
  expect(begun).toEqual(numbers);
  expect(most).toBe(3);
});

it("begins no more once it is over, and does not ask for more", async () => {
  const asked: number[] = [];
  const begun: number[] = [];
  async function* noted() {
    for await (const number of later(numbers)) {
      asked.push(number);
      yield number;
    }
  }
  await concurrently(noted(), { atOnce: 2, isOver: () => begun.length >= 4 }, async (number) => {
    begun.push(number);
    await nextTurn();
  });
  expect(begun.length).toBeLessThanOrEqual(5);
  expect(asked).toEqual(begun);
});

it("rejects with the first failure, and the others go on", async () => {
  const ended: number[] = [];
  const working = concurrently(numbers, { atOnce: 2 }, async (number) => {
    await nextTurn();
    if (number === 3) throw new Error("the fourth");
    ended.push(number);
  });
  await expect(working).rejects.toThrow("the fourth");
  await expect.poll(() => ended.length).toBe(19);
});
