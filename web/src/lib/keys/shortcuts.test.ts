import { expect, test } from "vitest";
import { letterOf, shortcutKeys, stepOf } from "./shortcuts.ts";

const press = (
  key: string,
  code: string,
  extra: Partial<Record<"shiftKey" | "ctrlKey" | "metaKey" | "altKey", boolean>> = {},
) => ({
  key,
  code,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...extra,
});

test("the same key means the same on Hebrew and Russian layouts", () => {
  expect([letterOf(press("ח", "KeyJ")), letterOf(press("о", "KeyJ")), letterOf(press("j", "KeyJ"))]).toEqual(["j", "j", "j"]);
  expect(stepOf(press("л", "KeyK", { ctrlKey: true }))).toBe(shortcutKeys("Mod+K"));
});

test("a layout that moves Latin letters keeps its own", () => {
  expect(letterOf(press("j", "KeyC"))).toBe("j");
});

test("marks on letters' keys are what they write", () => {
  expect(stepOf(press("/", "KeyQ"))).toBe("/");
  expect(stepOf(press("?", "Slash", { shiftKey: true }))).toBe(shortcutKeys("?"));
});

test("capitals and named keys include Shift", () => {
  expect(stepOf(press("Z", "KeyZ", { shiftKey: true, metaKey: true }))).toBe(shortcutKeys("Mod+Shift+Z"));
  expect(stepOf(press("X", "KeyX", { shiftKey: true }))).toBe(shortcutKeys("Shift+X"));
  expect(stepOf(press("Escape", "Escape"))).toBe(shortcutKeys("Esc"));
});

test("two keys one after the other keep their order", () => {
  expect(shortcutKeys("G C")).toBe("g c");
});
