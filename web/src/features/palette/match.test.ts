import { expect, test } from "vitest";
import { marksIn, scoreOf } from "./match.ts";

test("the beginning of a text comes before its words, words before letters within", () => {
  const typed = "im";
  const [first, word, inside] = ["Import", "Start import", "Swimming"].map((text) => scoreOf(typed, text));
  expect(first).toBeGreaterThan(word ?? 0);
  expect(word).toBeGreaterThan(inside ?? 0);
  expect(inside).toBeGreaterThan(0);
});

test("words in any order, initials, letters in order", () => {
  expect(scoreOf("dark theme", "Use dark theme")).toBeGreaterThan(0);
  expect(scoreOf("theme dark", "Use dark theme")).toBeGreaterThan(0);
  expect(scoreOf("udt", "Use dark theme")).toBeGreaterThan(0);
  expect(scoreOf("exprt", "Export")).toBeGreaterThan(0);
  expect(scoreOf("kanban", "Use dark theme")).toBe(0);
});

test("what was typed on another layout is what was meant", () => {
  // "import" on a Hebrew and on a Russian keyboard; "ייבוא" and "импорт" on a Latin one.
  expect(scoreOf("ןצפםרא", "Import")).toBeGreaterThan(0);
  expect(scoreOf("шьзщке", "Import")).toBeGreaterThan(0);
  expect(scoreOf("hhcut", "ייבוא")).toBeGreaterThan(0);
  expect(scoreOf("bvgjhn", "Импорт")).toBeGreaterThan(0);
});

test("case, accents and final letters do not matter", () => {
  expect(scoreOf("uj erdeklodo", "Új érdeklődő")).toBeGreaterThan(0);
  expect(scoreOf("לקוחותיכמ", "לקוחותיכם")).toBeGreaterThan(0);
});

test("marks stand on the beginnings of words", () => {
  expect(marksIn("Rimon School, Gal campus", "gal")).toEqual([[14, 17]]);
  expect(marksIn("Galil Gallery", "gal")).toEqual([
    [0, 3],
    [6, 9],
  ]);
  expect(marksIn("Galil", "x")).toEqual([]);
});
