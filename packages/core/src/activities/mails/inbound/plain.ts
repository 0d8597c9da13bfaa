import type { Block } from "../../comments/rules.ts";
import type { Split } from "./html.ts";

/** Lines with which mail programs introduce a quote. */
const dividers = [
  /^-{2,}\s*(original message|forwarded message|ursprüngliche nachricht|eredeti üzenet|исходное сообщение|пересылаемое сообщение|הודעה מקורית)\s*-{2,}$/i,
  /^_{20,}$/,
];
/** "On Monday Dana wrote:" in any language: a line, or two, that ends with a colon and stands before lines with ">". */
const attribution = /:\s*$/;
const isQuoted = (line: string): boolean => /^\s{0,3}>/.test(line);
const isBlank = (line: string): boolean => line.trim() === "";

/** First line of the quoted text at the end of the message. */
function quoteAt(lines: readonly string[]): number {
  const divider = lines.findIndex((line) => dividers.some((form) => form.test(line.trim())));
  let from = lines.length;
  while (from > 0 && (isQuoted(lines[from - 1] ?? "") || isBlank(lines[from - 1] ?? ""))) from--;
  const first = lines.findIndex((line, at) => at >= from && isQuoted(line));
  if (first === -1) return divider === -1 ? lines.length : divider;
  let begin = first;
  while (begin > 0 && isBlank(lines[begin - 1] ?? "")) begin--;
  if (begin > 0 && attribution.test(lines[begin - 1] ?? "")) {
    begin--;
    // The line may have been broken in two.
    if (begin > 0 && !isBlank(lines[begin - 1] ?? "") && isBlank(lines[begin - 2] ?? "")) begin--;
  }
  return divider === -1 ? begin : Math.min(divider, begin);
}

/** Paragraphs; lines that answer in between stand between quotes. */
function blocksOf(lines: readonly string[]): Block[] {
  const blocks: { type: "paragraph" | "quote"; lines: string[] }[] = [];
  let isOpen = false;
  for (const line of lines) {
    if (isBlank(line)) {
      isOpen = false;
      continue;
    }
    const type = isQuoted(line) ? "quote" : "paragraph";
    const text = type === "quote" ? line.replace(/^[\s>]+/, "") : line.trimEnd();
    const last = blocks.at(-1);
    if (isOpen && last?.type === type) last.lines.push(text);
    else blocks.push({ type, lines: [text] });
    isOpen = true;
  }
  return blocks.map((block) => ({ type: block.type, content: [{ text: block.lines.join("\n") }] }));
}

/** Splits plain text into the sender's own text and the quoted earlier emails. */
export function splitPlain(text: string): Omit<Split, "isCut"> {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const at = quoteAt(lines);
  const body = blocksOf(lines.slice(0, at));
  // Nothing of their own: then it is no answer with a quote, but a text that looks like one.
  return body.length > 0 ? { body, quoted: blocksOf(lines.slice(at)) } : { body: blocksOf(lines), quoted: [] };
}
