import { type Block, blockTypes, type Inline, isText, type RichText } from "@kartis/core/activities/comments/rules.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { type Mark, type Node, Schema } from "prosemirror-model";
import { block, marks } from "../../editor/blocks.ts";

/** Content model of a comment, like its stored form: a flat list of blocks. */
export const schema = new Schema({
  nodes: {
    doc: { content: "block+" },
    paragraph: block("paragraph"),
    bullet: block("bullet"),
    number: block("number"),
    quote: block("quote"),
    text: { group: "inline" },
    lineBreak: { group: "inline", inline: true, selectable: false, parseDOM: [{ tag: "br" }], toDOM: () => ["br"] },
    mention: {
      group: "inline",
      inline: true,
      atom: true,
      attrs: { id: {}, label: {} },
      toDOM: ({ attrs }) => ["span", { "data-mention": String(attrs["id"]), dir: "auto" }, `@${String(attrs["label"])}`],
    },
  },
  marks: {
    ...marks,
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [
        {
          tag: "a[href]",
          getAttrs: (element) => {
            const href = element.getAttribute("href") ?? "";
            return /^https?:\/\//i.test(href) ? { href } : false;
          },
        },
      ],
      toDOM: ({ attrs }) => ["a", { href: String(attrs["href"]), rel: "noopener nofollow" }, 0],
    },
  },
});

const flags = ["bold", "italic", "strike", "code"] as const;

function inlineOf(node: Node): Inline | undefined {
  const id: unknown = node.attrs["id"];
  if (node.type.name === "mention") return isId("usr", id) ? { member: id } : isId("crd", id) ? { card: id } : undefined;
  const has = (name: string): Mark | undefined => node.marks.find(({ type }) => type.name === name);
  const link: unknown = has("link")?.attrs["href"];
  return {
    text: node.type.name === "lineBreak" ? "\n" : (node.text ?? ""),
    ...Object.fromEntries(flags.flatMap((flag) => (has(flag) ? [[flag, true as const]] : []))),
    ...(typeof link === "string" ? { link } : {}),
  };
}

/** Converts the document to its stored form. */
export function richTextOf(doc: Node): RichText {
  const blocks: Block[] = [];
  doc.forEach((block) => {
    const content: Inline[] = [];
    block.forEach((node) => {
      const inline = inlineOf(node);
      if (inline) content.push(inline);
    });
    blocks.push({ type: blockTypes.find((type) => type === block.type.name) ?? "paragraph", content });
  });
  return blocks;
}

/** The stored form as something to be edited. `nameOf` names who and what is mentioned. */
export function docOf(text: RichText, nameOf: (id: string) => string): Node {
  const nodesOf = (inline: Inline): Node[] => {
    if (!isText(inline)) {
      const id = "member" in inline ? inline.member : inline.card;
      return [schema.node("mention", { id, label: nameOf(id) })];
    }
    const all = [
      ...flags.flatMap((flag) => (inline[flag] ? [schema.mark(flag)] : [])),
      ...(inline.link ? [schema.mark("link", { href: inline.link })] : []),
    ];
    return inline.text
      .split("\n")
      .flatMap((line, at) => [...(at > 0 ? [schema.node("lineBreak")] : []), ...(line === "" ? [] : [schema.text(line, all)])]);
  };
  const blocks = text.map(({ type, content }) => schema.node(type, null, content.flatMap(nodesOf)));
  return schema.node("doc", null, blocks.length > 0 ? blocks : [schema.node("paragraph")]);
}
