import fc from "fast-check";
import { expect, test } from "vitest";
import { hues } from "./hue.ts";
import { huesOf } from "./person-hues.ts";

const people = fc.uniqueArray(fc.stringMatching(/^usr_[0-9A-Z]{6}$/), { minLength: 1, maxLength: 40 });

test("no two people of an organization have one colour while there are enough, and nobody has the records' slate", () => {
  fc.assert(
    fc.property(people, (userIds) => {
      const given = [...huesOf(userIds).values()];
      expect(new Set(given.slice(0, hues.length - 1)).size).toBe(Math.min(given.length, hues.length - 1));
      expect(given).not.toContain("slate");
    }),
  );
});

test("nobody's colour changes with those who join later", () => {
  fc.assert(
    fc.property(people, fc.nat(), (userIds, count) => {
      const before = huesOf(userIds.slice(0, count % userIds.length));
      const after = huesOf(userIds);
      for (const [userId, hue] of before) expect(after.get(userId)).toBe(hue);
    }),
  );
});
