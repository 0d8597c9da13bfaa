import type { MarkSpec, NodeSpec, TagParseRule } from "prosemirror-model";

export const blockTypes = ["paragraph", "bullet", "number", "quote"] as const;
export type BlockType = (typeof blockTypes)[number];

const tagOf: Readonly<Record<BlockType, string>> = { paragraph: "p", bullet: "li", number: "li", quote: "blockquote" };
const rules: Readonly<Record<BlockType, TagParseRule[]>> = {
  paragraph: [{ tag: "p" }, { tag: "h1,h2,h3,h4,h5,h6" }],
  bullet: [{ tag: "ul li" }, { tag: "li[data-block=bullet]" }],
  number: [{ tag: "ol li" }, { tag: "li[data-block=number]" }],
  quote: [{ tag: "blockquote" }],
};

/**
 * Blocks stand in a row, none within another.
 * @param dir "auto" where each block reads in the direction of its own text; null where the whole text has one.
 */
export const block = (type: BlockType, dir: "auto" | null = "auto"): NodeSpec => ({
  group: "block",
  content: "inline*",
  parseDOM: rules[type],
  toDOM: () => [tagOf[type], { dir, "data-block": type }, 0],
});

/** The marks that words can have. */
export const marks = {
  bold: { parseDOM: [{ tag: "strong" }, { tag: "b" }], toDOM: () => ["strong", 0] },
  italic: { parseDOM: [{ tag: "em" }, { tag: "i" }], toDOM: () => ["em", 0] },
  strike: { parseDOM: [{ tag: "s" }, { tag: "del" }], toDOM: () => ["s", 0] },
  code: { parseDOM: [{ tag: "code" }], toDOM: () => ["code", 0] },
} satisfies Record<string, MarkSpec>;
