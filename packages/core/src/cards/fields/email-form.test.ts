import { expect, it } from "vitest";
import { emailForm, receivedEmailForm } from "./email-form.ts";

it.each([
  "dana@galil.example",
  "dana.levi+kartis@mail.galil.example",
  `${"a".repeat(64)}@galil.example`,
  "דנה@גליל.example",
  "eszter@székely.example",
  "o'brien@galil.example",
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
