import { expect, it } from "vitest";
import { addressIn, emailForm, receivedEmailForm } from "./email-form.ts";

it.each([
  "dana@galil.example",
  "dana.levi+kartis@mail.galil.example",
  `${"a".repeat(64)}@galil.example`,
  "דנה@גליל.example",
  "eszter@székely.example",
  "o'brien@galil.example",
  "!#$%&'*+-/=?^_`{|}~@galil.example",
  "1@1.example",
  "d@g.co",
  "dana@galil.photography",
  "dana@galil.xn--4dbrk0ce",
  "ज्ञान@डाटामेल.भारत",
  "用户@例子.广告",
])("an address is one: %s", (address) => {
  expect(emailForm.test(address)).toBe(true);
});

it.each([
  `${"a".repeat(65)}@galil.example`,
  ".dana@galil.example",
  "dana.@galil.example",
  "dana..levi@galil.example",
  "dana@galil",
  "dana@galil..example",
  "dana@galil.example.",
  "da na@galil.example",
  "dana@levi@galil.example",
  "@galil.example",
])("what is no address is refused: %s", (address) => {
  expect(emailForm.test(address)).toBe(false);
});

it("a mail may come from an address that nobody is given any more", () => {
  expect(receivedEmailForm.test("dana..levi.@galil.example")).toBe(true);
  expect(receivedEmailForm.test("dana levi@galil.example")).toBe(false);
});

it("is read in linear time", () => {
  expect(emailForm.test(`${"a.".repeat(100_000)}@`)).toBe(false);
  expect(emailForm.test(`a@${"a.".repeat(100_000)}`)).toBe(false);
});

it.each([
  ["DANA@Galil.EXAMPLE", "dana@galil.example"],
  [" dana@galil.example\u00a0", "dana@galil.example"],
  ["mailto:dana@galil.example", "dana@galil.example"],
  ["\u200fdana@galil.example\u200e", "dana@galil.example"],
  ["\u2066dana@galil.example\u2069", "dana@galil.example"],
  ["\u202bdana@galil.example\u202c\ufeff", "dana@galil.example"],
  ["dana@\u202egalil.example", undefined],
  [`${"a".repeat(64)}@${"b.".repeat(95)}example`, undefined],
  ["dana at galil.example", undefined],
])("an address is read as people paste it: %j", (text, address) => {
  expect(addressIn(text)).toBe(address);
});
