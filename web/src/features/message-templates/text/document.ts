import { Fragment, type Node } from "prosemirror-model";
import { type BlockType, blockTypes } from "../../editor/blocks.ts";
import { type Inline, inlinesOf, markNames, plainOf, sourceOf } from "./marks.ts";
import { schema } from "./schema.ts";
import { type Piece, piecesOf } from "./variable.ts";

interface Line {
  readonly pieces: Piece[];
  readonly end: string;
}

/** The pieces line by line. A variable that is written over several lines stays whole. */
function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let pieces: Piece[] = [];
  for (const piece of piecesOf(text)) {
    const words = "text" in piece ? piece.text : "logic" in piece ? piece.logic : undefined;
    if (words === undefined) {
      pieces.push(piece);
      continue;
    }
    const parts = words.split(/(\r\n|\r|\n)/);
    parts.forEach((part, index) => {
      if (index % 2 === 1) {
        lines.push({ pieces, end: part });
        pieces = [];
      } else if (part !== "") pieces.push("logic" in piece && parts.length === 1 ? piece : { text: part });
    });
  }
  return [...lines, { pieces, end: "\n" }];
}

interface Block {
  readonly type: BlockType;
  readonly sign: string;
}

/** The block type by the line's prefix; numbered only if it continues the count. */
function blockOf([first]: readonly Piece[], expected: number): Block {
  const words = first && "text" in first ? first.text : "";
  const [bullet] = /^[-*+] /.exec(words) ?? [];
  if (bullet) return { type: "bullet", sign: bullet };
  if (words.startsWith("> ")) return { type: "quote", sign: "> " };
  const number = `${expected}. `;
  return words.startsWith(number) ? { type: "number", sign: number } : { type: "paragraph", sign: "" };
}

const nodesOf = (inlines: readonly Inline[]): Node[] =>
  inlines.map(({ source, isVariable, marks }) => {
    const marked = marks.map((mark) => schema.mark(mark));
    return isVariable ? schema.node("variable", { source }, undefined, marked) : schema.text(source, marked);
  });

/**
 * The stored text as something to be edited, of which `textOf` makes the same text again, to the letter.
 * @param isRich whether signs of CommonMark are marks and lists, or letters.
 */
export function docOf(text: string, isRich: boolean): Node {
  let count = 0;
  const blocks = linesOf(text).map(({ pieces, end }) => {
    const { type, sign } = isRich ? blockOf(pieces, count + 1) : { type: "paragraph", sign: "" };
    count = type === "number" ? count + 1 : 0;
    const [first, ...rest] = pieces;
    const words = first && "text" in first ? first.text.slice(sign.length) : "";
    const inside = sign === "" ? pieces : [...(words === "" ? [] : [{ text: words }]), ...rest];
    return schema.node(type, { end, sign }, nodesOf(isRich ? inlinesOf(inside) : plainOf(inside)));
  });
  return schema.node("doc", null, blocks);
}

function inlinesIn(block: Node): Inline[] {
  const inlines: Inline[] = [];
  block.forEach((node) => {
    const isVariable = node.type.name === "variable";
    inlines.push({
      source: isVariable ? String(node.attrs["source"]) : (node.text ?? ""),
      isVariable,
      marks: markNames.filter((name) => node.marks.some(({ type }) => type.name === name)),
    });
  });
  return inlines;
}

/** The stored form of the blocks. */
export function textOf(blocks: Node | Fragment): string {
  let text = "";
  let count = 0;
  let end = "";
  const content = blocks instanceof Fragment ? blocks : blocks.content;
  content.forEach((block) => {
    const type = blockTypes.find((name) => name === block.type.name) ?? "paragraph";
    count = type === "number" ? count + 1 : 0;
    const sign = type === "number" ? `${count}. ` : type === "paragraph" ? "" : String(block.attrs["sign"]);
    text += end + sign + sourceOf(inlinesIn(block));
    end = String(block.attrs["end"]);
  });
  return text;
}
