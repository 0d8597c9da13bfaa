import * as fc from "fast-check";
import { expect, test } from "vitest";
import { apiNameOf, slugOf } from "./naming.ts";

const isFree = () => false;

test("names in any script make a slug and a key", () => {
  expect(slugOf("Solar sites", isFree)).toBe("solar-sites");
  expect(slugOf("Ügyfelek", isFree)).toBe("ugyfelek");
  expect(slugOf("לקוחות", isFree)).toMatch(/^l[a-z]+t$/);
  expect(slugOf("Договоры", isFree)).toBe("dogovory");
  expect(apiNameOf("Roof area", "field", isFree)).toBe("roofArea");
  expect(apiNameOf("Roof area", "field", (name) => name === "roofArea")).toBe("roofArea2");
  expect(apiNameOf("2nd phone", "field", isFree)).toMatch(/^field2nd/);
});

test("whatever the name, the slug and the key are well-formed and not taken", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => {
      const slug = slugOf(name, isFree);
      const key = apiNameOf(name, "field", isFree);
      expect(slug).toMatch(/^[a-z0-9][a-z0-9-]{0,63}$/);
      expect(key).toMatch(/^[a-z][a-zA-Z0-9_]{0,63}$/);
      expect(slugOf(name, (other) => other === slug)).not.toBe(slug);
      expect(apiNameOf(name, "field", (other) => other === key)).not.toBe(key);
    }),
  );
});
