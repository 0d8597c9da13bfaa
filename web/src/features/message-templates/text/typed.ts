import { Fragment, type Node, Slice } from "prosemirror-model";
import { type EditorState, Plugin, type Transaction } from "prosemirror-state";
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view";
import type { Query } from "../../editor/completion.ts";
import { schema } from "./schema.ts";
import { type Condition, piecesOf, readCondition } from "./variable.ts";

/** Placeholder for a chip in searched text. */
const leaf = "\ufffc";

interface Found {
  readonly from: number;
  readonly to: number;
  readonly source: string;
}

/** Variables in the block that are still plain text, with their offsets. */
function lettersIn(block: Node): Found[] {
  const text = block.textBetween(0, block.content.size, undefined, leaf);
  if (!/\{[{%]/.test(text)) return [];
  let at = 0;
  return piecesOf(text).flatMap((piece) => {
    const source = "text" in piece ? piece.text : "logic" in piece ? piece.logic : piece.variable;
    const from = at;
    at += source.length;
    // A variable with a chip inside its fallback stays plain text.
    return "variable" in piece && !source.includes(leaf) ? [{ from, to: at, source }] : [];
  });
}

function chipsFor(state: EditorState): Transaction | null {
  const { $from, empty } = state.selection;
  const found: Found[] = [];
  state.doc.descendants((node, position) => {
    if (!node.isTextblock) return true;
    for (const { from, to, source } of lettersIn(node)) {
      const [start, end] = [position + 1 + from, position + 1 + to];
      // Not while the caret is inside it: it is still being typed.
      if (!(empty && $from.pos > start && $from.pos < end)) found.push({ from: start, to: end, source });
    }
    return false;
  });
  if (found.length === 0) return null;
  const { tr } = state;
  for (const { from, to, source } of found.toReversed()) {
    const marks = state.doc.resolve(from + 1).marks();
    tr.replaceWith(from, to, schema.node("variable", { source }, undefined, marks));
  }
  return tr;
}

/** Turns variables into chips, whether typed, pasted or dropped. */
export const chipsOfTyped = (): Plugin =>
  new Plugin({
    appendTransaction: (transactions, _, state) =>
      transactions.some((transaction) => transaction.docChanged || transaction.selectionSet) ? chipsFor(state) : null,
  });

/** The parts of conditions in the text, with their positions. */
function conditionsIn(doc: Node): (Condition & { readonly at: number })[] {
  const found: (Condition & { readonly at: number })[] = [];
  doc.descendants((node, at) => {
    const condition = node.type.name === "variable" ? readCondition(String(node.attrs["source"])) : undefined;
    if (condition) found.push({ ...condition, at });
  });
  return found;
}

/** Positions of the parts without their counterparts. */
export function unpaired(doc: Node): number[] {
  const alone: number[] = [];
  let open: { readonly begin: string; readonly parts: number[] }[] = [];
  for (const { at, part, ends } of conditionsIn(doc)) {
    if (part === "if" || part === "unless") open = [...open, { begin: part, parts: [at] }];
    else if (part !== "end") (open.at(-1)?.parts ?? alone).push(at);
    else {
      const begun = open.findLastIndex(({ begin }) => begin === ends);
      if (begun < 0) alone.push(at);
      else {
        alone.push(...open.slice(begun + 1).flatMap(({ parts }) => parts));
        open = open.slice(0, begun);
      }
    }
  }
  return [...alone, ...open.flatMap(({ parts }) => parts)].toSorted((one, other) => one - other);
}

/** Whoever deletes one part of a condition deletes the others with it, and the words between stay: what is left could not be sent. */
export const conditionsWhole = (): Plugin =>
  new Plugin({
    appendTransaction: (transactions, before, state) => {
      if (!transactions.some(({ docChanged }) => docChanged) || unpaired(before.doc).length > 0) return null;
      if (conditionsIn(state.doc).length >= conditionsIn(before.doc).length) return null;
      // Logic that is no chip may belong to one: its writer knows what goes with what.
      if (before.doc.textBetween(0, before.doc.content.size, "\n", leaf).includes("{%")) return null;
      const alone = unpaired(state.doc);
      const { tr } = state;
      for (const at of alone.toReversed()) tr.delete(at, at + 1);
      return alone.length > 0 ? tr : null;
    },
  });

/** Styles logic differently from the text and displays it from left to right, even in a right-to-left text. */
export const logicShown = (className: string): Plugin =>
  new Plugin({
    props: {
      decorations: ({ doc }) => {
        const shown: Decoration[] = [];
        doc.descendants((node, position) => {
          if (!node.isTextblock) return true;
          const text = node.textBetween(0, node.content.size, undefined, leaf);
          let at = position + 1;
          if (text.includes("{%"))
            for (const piece of piecesOf(text)) {
              const from = at;
              at += ("text" in piece ? piece.text : "logic" in piece ? piece.logic : piece.variable).length;
              if ("logic" in piece) shown.push(Decoration.inline(from, at, { class: className, dir: "ltr" }));
            }
          return false;
        });
        return DecorationSet.create(doc, shown);
      },
    },
  });

/** The variable being typed: one or two braces and the text between them and the caret. */
export function variableQuery({ selection: { $from, empty } }: EditorState): Query | undefined {
  if (!empty) return undefined;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, leaf);
  const [whole, text] = /\{\{? ?([\p{L}\p{M}\p{N}._'’,-]?[\p{L}\p{M}\p{N} ._'’,-]{0,40})$/u.exec(before) ?? [];
  if (whole === undefined || text === undefined || /\s\s/.test(text)) return undefined;
  return { text, from: $from.pos - whole.length, to: $from.pos };
}

/** Replaces the typed text by a variable, together with closing braces that follow it. */
export function putVariable({ state, dispatch }: EditorView, { from, to }: Query, source: string): void {
  const $to = state.doc.resolve(to);
  const after = $to.parent.textBetween($to.parentOffset, $to.parent.content.size, undefined, leaf);
  const [closed = ""] = /^ ?\}\}/.exec(after) ?? [];
  dispatch(
    state.tr.replaceWith(from, to + closed.length, schema.node("variable", { source }, undefined, $to.marks())).scrollIntoView(),
  );
}

/** The words without their line breaks, for a text of one line. */
export function joined(slice: Slice): Slice {
  const { content } = slice;
  if (content.childCount < 2 && content.firstChild?.isTextblock !== true) return slice;
  const nodes: Node[] = [];
  content.forEach((block) => {
    if (nodes.length > 0) nodes.push(schema.text(" "));
    block.forEach((node) => void nodes.push(node.mark([])));
  });
  return new Slice(Fragment.from(nodes), 0, 0);
}
