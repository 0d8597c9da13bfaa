import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { md5OfAttributes, selectAttributes, sizeOfAttributes } from "./message-attributes.ts";

const attributes = {
  b: { DataType: "Binary", BinaryValue: Buffer.from([1, 255]).toString("base64") },
  a: { DataType: "Number.int", StringValue: "ש" },
};

test("the digest covers names in order, types, kinds and values, each behind its length", () => {
  const a = Buffer.from("\x00\x00\x00\x01a\x00\x00\x00\x0aNumber.int\x01\x00\x00\x00\x02\xd7\xa9", "latin1");
  const b = Buffer.from("\x00\x00\x00\x01b\x00\x00\x00\x06Binary\x02\x00\x00\x00\x02\x01\xff", "latin1");
  expect(md5OfAttributes(attributes)).toBe(createHash("md5").update(a).update(b).digest("hex"));
  expect(md5OfAttributes({})).toBeUndefined();
});

test("the size is that of names, types and values in bytes", () => {
  expect(sizeOfAttributes(attributes)).toBe(1 + 6 + 2 + 1 + 10 + 2);
});

test.each([
  [["All"], ["b", "a"]],
  [[".*"], ["b", "a"]],
  [["a"], ["a"]],
  [["b.*"], ["b"]],
  [[], []],
])("asking for %o gives %o", (wanted, expected) => {
  expect(Object.keys(selectAttributes(attributes, wanted))).toEqual(expected);
});
