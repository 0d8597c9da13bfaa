import type { Definition } from "@kartis/core/automations/schema.ts";
import { expect, it } from "vitest";
import { begin, edit, redo, undo } from "./history.ts";

const named = (label: string): Definition => ({
  trigger: { kind: "buttonClicked", label, question: "" },
  filter: null,
  steps: [],
});

it("letters typed in quick succession are undone and redone together", () => {
  let history = begin(named("a"));
  for (const [index, label] of ["ab", "abc", "abcd"].entries()) history = edit(history, named(label), "label", index * 300);
  history = edit(history, named("x"), "label", 5_000);
  expect(undo(history).present).toEqual(named("abcd"));
  const back = undo(undo(history));
  expect(back.present).toEqual(named("a"));
  expect(undo(back)).toBe(back);
  expect(redo(redo(back)).present).toEqual(named("x"));
  expect(redo(edit(back, named("y"), "label", 9_000)).present).toEqual(named("y"));
});

it("replacing the present remounts forms; an edit does not", () => {
  const edited = edit(begin(named("a")), named("b"), "label", 0);
  expect(edited.revision).toBe(0);
  expect(undo(edited).revision).toBe(1);
});
