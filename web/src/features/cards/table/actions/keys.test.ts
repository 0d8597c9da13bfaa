import { expect, test } from "vitest";
import { commandOf, type GridShape } from "./keys.ts";

const shape: GridShape = { rows: 100, columns: 5, page: 20, isRightToLeft: false };
const key = (name: string, extra: Partial<Record<"shiftKey" | "ctrlKey" | "metaKey" | "altKey", boolean>> = {}) => ({
  key: name,
  code: "",
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...extra,
});
const at = (row: number, column: number) => ({ row, column });

test("arrows follow the direction of the writing", () => {
  expect(commandOf(key("ArrowRight"), at(3, 2), shape)).toEqual({ kind: "move", to: at(3, 3) });
  expect(commandOf(key("ArrowRight"), at(3, 2), { ...shape, isRightToLeft: true })).toEqual({ kind: "move", to: at(3, 1) });
});

test("the focus never leaves the grid", () => {
  expect(commandOf(key("ArrowDown"), at(99, 1), shape)).toEqual({ kind: "move", to: at(99, 1) });
  expect(commandOf(key("ArrowUp"), at(0, 1), shape)).toEqual({ kind: "move", to: at(-1, 1) });
  expect(commandOf(key("PageDown"), at(90, 1), shape)).toEqual({ kind: "move", to: at(99, 1) });
  expect(commandOf(key("End", { ctrlKey: true }), at(0, 0), shape)).toEqual({ kind: "move", to: at(99, 4) });
});

test("letters are commands on the name and the first letter of a value elsewhere", () => {
  expect(commandOf(key("j"), at(3, 1), shape)).toEqual({ kind: "move", to: at(4, 1) });
  expect(commandOf(key("X", { shiftKey: true }), at(3, 1), shape)).toEqual({ kind: "select", extend: true });
  expect(commandOf(key("e"), at(3, 1), shape)).toEqual({ kind: "edit" });
  expect(commandOf(key("j"), at(3, 3), shape)).toEqual({ kind: "edit", text: "j" });
});

test("enter opens the card from its name and edits a value", () => {
  expect(commandOf(key("Enter"), at(3, 1), shape)).toEqual({ kind: "open" });
  expect(commandOf(key("Enter"), at(3, 2), shape)).toEqual({ kind: "edit" });
});

test("in the header enter sorts and shifted arrows resize", () => {
  expect(commandOf(key("Enter", { shiftKey: true }), at(-1, 2), shape)).toEqual({ kind: "sort", keepOthers: true });
  expect(commandOf(key("ArrowRight", { shiftKey: true }), at(-1, 2), shape)).toEqual({ kind: "resize", by: 16 });
  expect(commandOf(key("ArrowRight", { shiftKey: true }), at(-1, 2), { ...shape, isRightToLeft: true })).toEqual({
    kind: "resize",
    by: -16,
  });
});

test("keys with a modifier belong to the browser and the application", () => {
  expect(commandOf(key("k", { metaKey: true }), at(3, 1), shape)).toBeUndefined();
  expect(commandOf(key("j", { altKey: true }), at(3, 1), shape)).toBeUndefined();
});

test("shifted arrows stretch a range, in the direction of the writing, never onto the header or the checkboxes", () => {
  const shift = { shiftKey: true };
  expect(commandOf(key("ArrowDown", shift), at(3, 2), shape)).toEqual({ kind: "extend", to: at(4, 2) });
  expect(commandOf(key("ArrowUp", shift), at(0, 2), shape)).toEqual({ kind: "extend", to: at(0, 2) });
  expect(commandOf(key("ArrowLeft", shift), at(3, 1), shape)).toEqual({ kind: "extend", to: at(3, 1) });
  expect(commandOf(key("ArrowLeft", shift), at(3, 1), { ...shape, isRightToLeft: true })).toEqual({
    kind: "extend",
    to: at(3, 2),
  });
  expect(commandOf(key("End", { shiftKey: true, ctrlKey: true }), at(3, 2), shape)).toEqual({ kind: "extend", to: at(99, 4) });
});

test("letters of commands are found on a Hebrew layout too", () => {
  expect(commandOf({ ...key("ח"), code: "KeyJ" }, at(3, 1), shape)).toEqual({ kind: "move", to: at(4, 1) });
  expect(commandOf({ ...key("ג", { ctrlKey: true }), code: "KeyD" }, at(3, 2), shape)).toEqual({
    kind: "fill",
    direction: "rows",
  });
});
