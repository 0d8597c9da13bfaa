import { type Block, type Inline, isText, type RichText } from "../comments/rules.ts";

/*
 * What was written as a mail's two forms. Every character of it is escaped, so that no text can become a tag, and links are those that the schema accepts.
 */

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
const withBreaks = (text: string): string => escaped(text).replaceAll("\n", "<br>");

function inlineHtml(inline: Inline): string {
  if (!isText(inline)) return "";
  const { text, bold, italic, strike, code, link } = inline;
  let html = withBreaks(text);
  if (code) html = `<code>${html}</code>`;
  if (strike) html = `<s>${html}</s>`;
  if (italic) html = `<em>${html}</em>`;
  if (bold) html = `<strong>${html}</strong>`;
  return link && /^https?:\/\//.test(link) ? `<a href="${escaped(link)}">${html}</a>` : html;
}

const contentHtml = ({ content }: Block): string => content.map(inlineHtml).join("") || "<br>";

/** Blocks of a list stand together. */
function groupsOf(blocks: RichText): Block[][] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    const isList = block.type === "bullet" || block.type === "number";
    if (isList && last?.[0]?.type === block.type) last.push(block);
    else groups.push([block]);
  }
  return groups;
}

function groupHtml(group: readonly Block[]): string {
  const [first] = group;
  if (!first) return "";
  const items = () => group.map((block) => `<li dir="auto">${contentHtml(block)}</li>`).join("");
  if (first.type === "bullet") return `<ul>${items()}</ul>`;
  if (first.type === "number") return `<ol>${items()}</ol>`;
  const tag = first.type === "quote" ? "blockquote" : "p";
  return `<${tag} dir="auto" style="margin:0 0 10px">${contentHtml(first)}</${tag}>`;
}

const fonts = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** A mail's HTML. Each block reads in the direction of its own text. */
export function htmlOf(body: RichText, signature: string | null): string {
  const below = signature === null ? "" : `<div dir="auto" style="margin-top:16px;color:#5b6170">${withBreaks(signature)}</div>`;
  return [
    `<!doctype html><html><head><meta charset="utf-8"><meta name="color-scheme" content="light"></head>`,
    `<body style="margin:0;color:#151923;font:14px/22px ${fonts}">${groupsOf(body).map(groupHtml).join("")}${below}</body></html>`,
  ].join("");
}

const contentText = ({ content }: Block): string =>
  content
    .map((inline) => {
      if (!isText(inline)) return "";
      const { text, link } = inline;
      return link && link !== text.trim() ? `${text} (${link})` : text;
    })
    .join("");

function groupText(group: readonly Block[]): string {
  return group
    .map((block, at) => {
      const text = contentText(block);
      if (block.type === "bullet") return `- ${text}`;
      if (block.type === "number") return `${at + 1}. ${text}`;
      return block.type === "quote" ? text.replace(/^/gm, "> ") : text;
    })
    .join("\n");
}

/** The same for mail programs that show no HTML. The line before the signature is that of RFC 3676 section 4.3. */
export function plainOf(body: RichText, signature: string | null): string {
  const text = groupsOf(body).map(groupText).join("\n\n");
  return signature === null ? text : `${text}\n\n-- \n${signature}`;
}
