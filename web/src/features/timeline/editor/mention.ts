import type { EditorState } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import type { Query } from "../../editor/completion.ts";
import { schema } from "./schema.ts";

/** The @ and what follows it before the caret, if that may become a mention. */
export function mentionQuery({ selection: { $from, empty } }: EditorState): Query | undefined {
  if (!empty) return undefined;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, "\ufffc");
  const match = /(?:^|[\s([{\ufffc])@([\p{L}\p{M}\p{N}._'’-]?[\p{L}\p{M}\p{N} ._'’-]{0,30})$/u.exec(before);
  const text = match?.[1];
  // After two spaces it is no longer a name.
  if (text === undefined || /\s\s|^\s/.test(text)) return undefined;
  return { text, from: $from.pos - text.length - 1, to: $from.pos };
}

/** Puts a mention in place of what was typed, and a space after it. */
export function insertMention(view: EditorView, { from, to }: Query, id: string, label: string): void {
  const mention = schema.node("mention", { id, label });
  view.dispatch(view.state.tr.replaceWith(from, to, [mention, schema.text(" ")]));
}

/** Begins a mention where the caret is. */
export function beginMention({ state, dispatch }: EditorView): void {
  const { $from } = state.selection;
  const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 1), $from.parentOffset, undefined, " ");
  dispatch(state.tr.insertText(before.trim() === "" ? "@" : " @"));
}
