import { baseKeymap, chainCommands, exitCode, setBlockType, splitBlockKeepMarks, toggleMark } from "prosemirror-commands";
import { history, redo, undo } from "prosemirror-history";
import { InputRule, inputRules, textblockTypeInputRule } from "prosemirror-inputrules";
import { keymap } from "prosemirror-keymap";
import type { Command, Plugin } from "prosemirror-state";
import { schema } from "./schema.ts";

const { paragraph, bullet, number, quote, lineBreak } = schema.nodes;
const { bold, italic } = schema.marks;

const isEmptyList: Command = ({ selection: { $from, empty } }) =>
  empty && $from.parent.type !== paragraph && $from.parent.content.size === 0;
const isAtStart: Command = ({ selection: { $from, empty } }) =>
  empty && $from.parent.type !== paragraph && $from.parentOffset === 0;
const toParagraph =
  (when: Command): Command =>
  (state, dispatch) =>
    when(state) && paragraph ? setBlockType(paragraph)(state, dispatch) : false;

const insertLineBreak: Command = (state, dispatch) => {
  if (lineBreak) dispatch?.(state.tr.replaceSelectionWith(lineBreak.create()).scrollIntoView());
  return true;
};

/** A typed address becomes a link when a space follows it. */
const linkRule = new InputRule(/(?:^|\s)(https?:\/\/\S+)\s$/, (state, match, start, end) => {
  const address = match[1] ?? "";
  const { link } = schema.marks;
  if (!link || !URL.canParse(address)) return null;
  const from = start + (match[0].length - 1 - address.length);
  return state.tr
    .addMark(from, end, link.create({ href: address }))
    .insertText(" ", end)
    .removeStoredMark(link);
});

/** What the keys do in a comment. ⌘Enter is the composer's own. */
export const keyPlugins = (): Plugin[] => [
  history(),
  inputRules({
    rules: [
      linkRule,
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
    "Shift-Enter": chainCommands(exitCode, insertLineBreak),
    Enter: chainCommands(toParagraph(isEmptyList), splitBlockKeepMarks),
    Backspace: toParagraph(isAtStart),
  }),
  keymap(baseKeymap),
];
