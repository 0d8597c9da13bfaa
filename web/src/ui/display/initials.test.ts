import { expect, it } from "vitest";
import { initials } from "./initials.ts";

it.each([
  ["Galil Cold Storage", "GC"],
  ["Kovács Építő Kft.", "KÉ"],
  ["Норд-Фасад", "НФ"],
  ["נועה אדלר", "נא"],
  ["Oren & Peretz Architects", "OP"],
  ["  ", "?"],
])("stands for %s with %s", (name, expected) => {
  expect(initials(name)).toBe(expected);
});
