import { expect, it } from "vitest";
import { fitsName } from "./fold.ts";

it.each([
  ["Dániel Kovács", "dan"],
  ["Dániel Kovács", "kovacs d"],
  ["Ёлкин Фёдор", "елк"],
  ["שָׁלוֹם כהן", "שלום"],
  ["Anybody", ""],
])("%s fits what was typed: %s", (name, typed) => expect(fitsName(name, typed)).toBe(true));

it.each([
  ["Jordan Peak", "dan"],
  ["Dana Levi", "dana x"],
  ["Dana Levi", "."],
])("%s does not fit %s", (name, typed) => expect(fitsName(name, typed)).toBe(false));
