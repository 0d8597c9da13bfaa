import { baseKeymap, chainCommands, exitCode, setBlockType, splitBlockKeepMarks, toggleMark } from "prosemirror-commands";
import { history, redo, undo } from "prosemirror-history";
import { InputRule, inputRules, textblockTypeInputRule } from "prosemirror-inputrules";
import { keymap } from "prosemirror-keymap";
import type { Schema } from "prosemirror-model";
import type { Command, Plugin } from "prosemirror-state";

const isParagraph = (name: string): boolean => name === "paragraph";
const isEmptyList: Command = ({ selection: { $from, empty } }) =>
  empty && !isParagraph($from.parent.type.name) && $from.parent.content.size === 0;
const isAtStart: Command = ({ selection: { $from, empty } }) =>
  empty && !isParagraph($from.parent.type.name) && $from.parentOffset === 0;
const toParagraph =
  (when: Command): Command =>
  (state, dispatch) => {
    const { paragraph } = state.schema.nodes;
    return when(state) && paragraph ? setBlockType(paragraph)(state, dispatch) : false;
  };

/** A break within the block, where the text can have one; a new block elsewhere. */
const insertLineBreak: Command = (state, dispatch) => {
  const { lineBreak } = state.schema.nodes;
  if (!lineBreak) return false;
  dispatch?.(state.tr.replaceSelectionWith(lineBreak.create()).scrollIntoView());
  return true;
};

/** A typed address becomes a link when a space follows it. */
const linkRule = new InputRule(/(?:^|\s)(https?:\/\/\S+)\s$/, (state, match, start, end) => {
  const address = match[1] ?? "";
  const { link } = state.schema.marks;
  if (!link || !URL.canParse(address)) return null;
  const from = start + (match[0].length - 1 - address.length);
  return state.tr
    .addMark(from, end, link.create({ href: address }))
    .insertText(" ", end)
    .removeStoredMark(link);
});

/**
 * The key bindings of a text. ⌘Enter belongs to the form.
 * @param hasLists whether `-`, `1.` and `>` at the start of a line create lists and quotes
 */
export function keyPlugins({ nodes, marks: { bold, italic, link } }: Schema, hasLists = true): Plugin[] {
  const { bullet, number, quote } = hasLists ? nodes : {};
  return [
    history(),
    inputRules({
      rules: [
        ...(link ? [linkRule] : []),
        ...(bullet ? [textblockTypeInputRule(/^[-*]\s$/, bullet)] : []),
        ...(number ? [textblockTypeInputRule(/^1[.)]\s$/, number)] : []),
        ...(quote ? [textblockTypeInputRule(/^>\s$/, quote)] : []),
      ],
    }),
    keymap({
      "Mod-z": undo,
      "Mod-y": redo,
      "Shift-Mod-z": redo,
      ...(bold ? { "Mod-b": toggleMark(bold) } : {}),
      ...(italic ? { "Mod-i": toggleMark(italic) } : {}),
      "Shift-Enter": chainCommands(exitCode, insertLineBreak, splitBlockKeepMarks),
      Enter: chainCommands(toParagraph(isEmptyList), splitBlockKeepMarks),
      Backspace: toParagraph(isAtStart),
    }),
    keymap(baseKeymap),
  ];
}
