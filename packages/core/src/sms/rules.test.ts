import fc from "fast-check";
import { expect, it } from "vitest";
import { cutToParts, smsSize } from "./rules.ts";

it.each([
  ["", 0, "gsm7"],
  ["a".repeat(160), 1, "gsm7"],
  ["a".repeat(161), 2, "gsm7"],
  ["a".repeat(306), 2, "gsm7"],
  ["a".repeat(307), 3, "gsm7"],
  // Two places each: 80 of them fill one segment; in several, each holds 76, since no character is split.
  ["€".repeat(80), 1, "gsm7"],
  ["€".repeat(81), 2, "gsm7"],
  ["€".repeat(152), 2, "gsm7"],
  ["€".repeat(153), 3, "gsm7"],
  ["ש".repeat(70), 1, "ucs2"],
  ["ש".repeat(71), 2, "ucs2"],
  ["ш".repeat(134), 2, "ucs2"],
  ["ш".repeat(135), 3, "ucs2"],
  ["ő", 1, "ucs2"],
  ["😀".repeat(35), 1, "ucs2"],
  ["😀".repeat(36), 2, "ucs2"],
  // A segment of 67 units holds 33 of them.
  ["😀".repeat(66), 2, "ucs2"],
  ["😀".repeat(67), 3, "ucs2"],
])("%#: %s", (text, segments, alphabet) => {
  expect(smsSize(text)).toMatchObject({ segments, alphabet });
});

it("grows with the text and always has room for it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), fc.string({ unit: "grapheme", maxLength: 5 }), (text, more) => {
      const [one, longer] = [smsSize(text), smsSize(text + more)];
      expect(longer.segments).toBeGreaterThanOrEqual(one.segments);
      expect(one.used).toBeLessThanOrEqual(one.room);
    }),
  );
});

it("a text is cut to as much as fits into its parts, and only if it has to be", () => {
  const unit = fc.constantFrom("a", "€", "ש", "😀", " ");
  const long = fc.array(fc.tuple(unit, fc.integer({ min: 1, max: 250 })), { maxLength: 6 });
  fc.assert(
    fc.property(long, fc.integer({ min: 1, max: 3 }), (runs, parts) => {
      const text = runs.map(([character, times]) => character.repeat(times)).join("");
      const cut = cutToParts(text, parts);
      expect(smsSize(cut).segments).toBeLessThanOrEqual(parts);
      if (smsSize(text).segments <= parts) {
        expect(cut).toBe(text);
        return;
      }
      const kept = cut.slice(0, -3);
      expect(cut).toBe(`${kept}...`);
      expect(text.startsWith(kept)).toBe(true);
      const [next] = text.slice(kept.length).trimStart();
      const longer = next && text.slice(0, text.indexOf(next, kept.length) + next.length);
      if (longer) expect(smsSize(`${longer}...`).segments).toBeGreaterThan(parts);
    }),
  );
});
