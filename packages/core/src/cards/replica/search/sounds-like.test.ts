import { expect, it } from "vitest";
import { fitsNameAsSpoken, whoFit } from "./sounds-like.ts";

it.each([
  ["Noa Adler", "נועה"],
  ["Noa Adler", "נו"],
  ["Noa Adler", "אדלר נועה"],
  ["נועה אדלר", "noa"],
  ["Дана Левин", "dana"],
  ["Noa Adler", "noa ad"],
  ["Noa Adler", ""],
])("%s fits %s", (name, typed) => expect(fitsNameAsSpoken(name, typed)).toBe(true));

it.each([
  ["Anna Adler", "נועה"],
  ["Noa Adler", "אנה"],
  ["Dana Levin", "נועה"],
  ["Noa Adler", "noah"],
  ["Noa Adler", "נועה כהן"],
])("%s does not fit %s", (name, typed) => expect(fitsNameAsSpoken(name, typed)).toBe(false));

it("offers those whose name is written so before those whose name sounds so", () => {
  const people = [{ name: "Dana Levin" }, { name: "Noa Adler" }, { name: "דנה כהן" }];
  expect(whoFit(people, "דנה").map(({ name }) => name)).toEqual(["דנה כהן", "Dana Levin"]);
});
