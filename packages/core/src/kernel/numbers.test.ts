import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isStorable, readNumber } from "./numbers.ts";

describe("a number that is written", () => {
  it.each([
    ["1", 1],
    ["-1234.50", -1234.5],
    ["+0.1", 0.1],
    ["1e3", 1_000],
    ["00012", 12],
    ["-0", 0],
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
    ["0.30000000000000004", 0.1 + 0.2],
    // As writers of seventeen digits print a tenth.
    ["0.10000000000000001", 0.1],
  ])("%s is kept", (text, value) => expect(readNumber(text)).toBe(value));

  it.each([
    "9007199254740992",
    "9007199254740993",
    "-9007199254740993",
    "1e20",
    "1e999",
    "5e-324",
    "1e-400",
    "3.14159265358979323846",
    "900719925474099.35",
    `0.${"1".repeat(200)}`,
    "twelve",
  ])("%s is not", (text) => expect(readNumber(text)).toBeNaN());

  it("is read as a program printed it", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(readNumber(String(value))).toBe(isStorable(value) ? value + 0 : Number.NaN);
      }),
    );
  });
});
