import { directionOf, type Language } from "@kartis/i18n/languages.ts";
import MarkdownIt from "markdown-it";
import type { Escape } from "./engine.ts";

/** Marks of CommonMark without HTML; addresses of other schemes than web, mail and telephone stay text. */
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });
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
