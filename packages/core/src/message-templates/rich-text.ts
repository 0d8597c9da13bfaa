import { directionOf, type Language } from "@kartis/i18n/languages.ts";
import MarkdownIt, { type Token } from "markdown-it";
import type { Escape } from "./engine.ts";

/** Marks of CommonMark without HTML; addresses of other schemes than web, mail and telephone stay text. */
export const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });
markdown.validateLink = (url) => /^(?:https?:|mailto:|tel:)/i.test(url.trim());
markdown.disable("image");

/** Every mark is escaped, and lines stay lines of one paragraph, so that a value can add no structure. */
export const escapeMarks: Escape = (value) =>
  value
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, "\\$&")
    .replace(/\s*\n\s*/g, "\n");

const fonts = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** A mail's HTML from marked-up text. Mail paper is always white (DESIGN.md section 16). */
export function htmlOf(text: string, language: Language): string {
  const body = markdown.render(text);
  return [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">`,
    `<meta name="color-scheme" content="light"></head>`,
    `<body style="margin:0;padding:24px;background:#ffffff;color:#151923;font:14px/22px ${fonts}">`,
    `<div style="max-width:600px">${body}</div></body></html>`,
  ].join("");
}

/** The same as plain text, for mail programs that show no HTML: without marks, and with the addresses of links beside their words. */
export function plainOf(text: string): string {
  const lists: { next: number | null; isBegun: boolean }[] = [];
  let written = "";
  for (const token of markdown.parse(text, {})) {
    const list = lists.at(-1);
    if (token.type === "bullet_list_open") lists.push({ next: null, isBegun: false });
    else if (token.type === "ordered_list_open") lists.push({ next: Number(token.attrGet("start") ?? 1), isBegun: false });
    else if (token.type.endsWith("_list_close")) lists.pop();
    else if (token.type === "list_item_open" && list) {
      // The items of a list are lines, not paragraphs.
      if (list.isBegun) written = written.replace(/\n+$/, "\n");
      list.isBegun = true;
      written += list.next === null ? "- " : `${list.next++}. `;
    } else if (token.type === "inline") written += `${inlineOf(token.children ?? [])}\n\n`;
    else if (token.type === "fence" || token.type === "code_block") written += `${token.content}\n`;
  }
  return written.trim();
}

function inlineOf(tokens: readonly Token[]): string {
  let written = "";
  let link: { readonly href: string; readonly from: number } | undefined;
  for (const token of tokens) {
    if (token.type === "text" || token.type === "code_inline") written += token.content;
    else if (token.type === "softbreak" || token.type === "hardbreak") written += "\n";
    else if (token.type === "link_open") link = { href: String(token.attrGet("href") ?? ""), from: written.length };
    else if (token.type === "link_close" && link) {
      const words = written.slice(link.from);
      if (!link.href.endsWith(words)) written += `: ${link.href}`;
      link = undefined;
    }
  }
  return written;
}
