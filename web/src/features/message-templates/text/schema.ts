import { Schema } from "prosemirror-model";
import { block, type BlockType, marks } from "../../editor/blocks.ts";
import { piecesOf } from "./variable.ts";

/**
 * A block is a line of the stored text. `end` is how the line ends there, `sign` what it begins with where it is an item of a list or a quote. The text has one
 * direction, that of its language, as its reader gets it.
 */
const line = (type: BlockType, sign = "") => ({
  ...block(type, null),
  attrs: { end: { default: "\n" }, sign: { default: sign } },
});

/** Whether it is one variable and nothing else. */
const isVariable = (source: string): boolean => {
  const [piece, ...rest] = piecesOf(source);
  return rest.length === 0 && piece !== undefined && "variable" in piece;
};

/** Content model of a template's text: lines of words, with variables and marks. Everything else of CommonMark and Liquid is plain words. */
export const schema = new Schema({
  nodes: {
    doc: { content: "block+" },
    paragraph: line("paragraph"),
    bullet: line("bullet", "- "),
    number: line("number"),
    quote: line("quote", "> "),
    text: { group: "inline" },
    variable: {
      group: "inline",
      inline: true,
      atom: true,
      attrs: { source: {} },
      leafText: ({ attrs }) => String(attrs["source"]),
      // As it is copied; on the screen it has the words of `chips.ts`.
      toDOM: ({ attrs }) => ["span", { "data-variable": "" }, String(attrs["source"])],
      parseDOM: [
        {
          tag: "span[data-variable]",
          getAttrs: ({ textContent }) => (textContent !== null && isVariable(textContent) ? { source: textContent } : false),
        },
      ],
    },
  },
  marks,
});
