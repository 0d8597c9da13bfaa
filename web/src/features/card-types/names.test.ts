import * as fc from "fast-check";
import { expect, test } from "vitest";
import { keyOf, slugOf } from "./names.ts";

const none = new Set<string>();

test("names in any script propose an address and a key", () => {
  expect(slugOf("Solar sites", none)).toBe("solar-sites");
  expect(slugOf("Ügyfelek", none)).toBe("ugyfelek");
  expect(slugOf("לקוחות", none)).toBe("lkvhvt");
  expect(slugOf("Договоры", none)).toBe("dogovory");
  expect(keyOf("Roof area", none)).toBe("roofArea");
  expect(keyOf("Roof area", new Set(["roofArea"]))).toBe("roofArea2");
  expect(keyOf("2nd phone", none)).toBe("field2ndPhone");
});

test("whatever is typed, the server takes what is proposed, and it is not taken", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => {
      const slug = slugOf(name, none);
      const key = keyOf(name, none);
      expect(slug).toMatch(/^[a-z0-9][a-z0-9-]{0,63}$/);
      expect(key).toMatch(/^[a-z][a-zA-Z0-9_]{0,63}$/);
      expect(slugOf(name, new Set([slug]))).not.toBe(slug);
      expect(keyOf(name, new Set([key]))).not.toBe(key);
    }),
  );
});
