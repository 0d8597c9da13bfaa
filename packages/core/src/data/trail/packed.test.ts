import fc from "fast-check";
import { encodeTime } from "ulid";
import { expect, it } from "vitest";
import { packed, unpacked } from "./packed.ts";

const alphabet = [..."0123456789ABCDEFGHJKMNPQRSTVWXYZ"];
const ulids = fc
  .tuple(fc.nat(2 ** 47), fc.array(fc.constantFrom(...alphabet), { minLength: 16, maxLength: 16 }))
  .map(([time, letters]) => encodeTime(time, 10) + letters.join(""));

it("gives every ULID back", () => {
  fc.assert(
    fc.property(ulids, (ulid) => {
      expect(unpacked(packed(ulid))).toBe(ulid);
    }),
  );
});

it("sorts as the ids do", () => {
  fc.assert(
    fc.property(ulids, ulids, (a, b) => {
      expect(Math.sign(Buffer.compare(packed(a), packed(b)))).toBe(a < b ? -1 : a > b ? 1 : 0);
    }),
  );
});

it("drops the kind of an id, and keeps anything that is not an id as it is", () => {
  const ulid = "01J0000000000000000000000A";
  expect(packed(`crd_${ulid}`)).toEqual(packed(ulid));
  expect(packed(ulid)).toHaveLength(16);
  expect(Buffer.from(packed("not an id")).toString()).toBe("not an id");
});
