import { cleanText } from "../../../kernel/text.ts";
import { type Block, type Inline, isText, type RichText, RichTextSchema } from "../../comments/rules.ts";

const mostBlocks = 300;
const mostInlines = 500;

/** Neighbors that look the same are one. */
function joined(content: readonly Inline[]): Inline[] {
  const all: Inline[] = [];
  for (const inline of content) {
    const last = all.at(-1);
    const look = (one: Inline) => JSON.stringify({ ...one, text: "" });
    if (last && isText(last) && isText(inline) && look(last) === look(inline))
      all[all.length - 1] = { ...last, text: last.text + inline.text };
    else all.push(inline);
  }
  return all;
}

/**
 * The longest beginning that fits the limit of our own texts and `stored` characters of JSON. Invalid links are dropped.
 * @returns the text, and whether something is missing
 */
export function cut(blocks: readonly Block[], longest: number, stored: number): { text: RichText; isCut: boolean } {
  const kept: Block[] = [];
  let [left, room] = [longest, stored];
  let isCut = blocks.length > mostBlocks;
  for (const { type, content } of blocks.slice(0, mostBlocks)) {
    const inlines: Inline[] = [];
    const all = joined(content);
    if (all.length > mostInlines) isCut = true;
    for (const inline of all.slice(0, mostInlines)) {
      if (!isText(inline)) continue;
      const whole = cleanText(inline.text);
      const text = whole.slice(0, left);
      const one = { ...inline, text };
      const size = JSON.stringify(one).length + 1;
      if (text.length < whole.length || size > room) isCut = true;
      if (size > room || text === "") continue;
      inlines.push(one);
      left -= text.length;
      room -= size;
    }
    room -= 40;
    if (room < 0 || left <= 0) isCut = true;
    if (inlines.length > 0) kept.push({ type, content: inlines });
    if (isCut) break;
  }
  const parsed = RichTextSchema.safeParse(kept);
  const withoutLinks = () =>
    kept.map(({ type, content }) => ({ type, content: content.map((one) => (isText(one) ? { text: one.text } : one)) }));
  return { text: parsed.success ? parsed.data : RichTextSchema.parse(withoutLinks()), isCut };
}
