import { EditorState, TextSelection } from "prosemirror-state";
import { expect, it } from "vitest";
import { docOf, textOf } from "./document.ts";
import { leaveList } from "./leave-list.ts";

/** The text after Enter at its end, with what is typed then; undefined where Enter does what it does elsewhere. */
function afterEnter(text: string): string | undefined {
  const doc = docOf(text, true);
  let state = EditorState.create({ doc, selection: TextSelection.atEnd(doc) });
  const isTaken = leaveList(state, (transaction) => {
    state = state.apply(transaction);
  });
  return isTaken ? textOf(state.apply(state.tr.insertText("next")).doc) : undefined;
}

it("Enter in an empty item leaves the list, and what is typed then is none of its last item", () => {
  expect(afterEnter("- one\n- ")).toBe("- one\n\nnext");
  expect(afterEnter("1. one\n2. ")).toBe("1. one\n\nnext");
  expect(afterEnter("> said\n> ")).toBe("> said\n\nnext");
  expect(afterEnter("- ")).toBe("next");
  expect(afterEnter("- one")).toBeUndefined();
  expect(afterEnter("one\n")).toBeUndefined();
});
