import { Parser } from "htmlparser2";
import type { Block, Inline } from "../../comments/rules.ts";

/*
 * A stranger's HTML as blocks of ours: what is left of it is words, a few marks and links to the web. It is read tag by tag, without a tree, so that no nesting is
 * too deep; what is not named here has no effect.
 */

const hidden = new Set([
  "script",
  "style",
  "head",
  "title",
  "template",
  "noscript",
  "svg",
  "math",
  "object",
  "iframe",
  "select",
  "textarea",
]);
const breaking = new Set([
  "p",
  "div",
  "li",
  "tr",
  "table",
  "ul",
  "ol",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "blockquote",
  "hr",
  "section",
  "article",
  "header",
  "footer",
  "pre",
  "dl",
  "dt",
  "dd",
  "center",
]);
const marks: Readonly<Record<string, "bold" | "italic" | "strike" | "code">> = {
  b: "bold",
  strong: "bold",
  h1: "bold",
  h2: "bold",
  h3: "bold",
  i: "italic",
  em: "italic",
  s: "strike",
  del: "strike",
  strike: "strike",
  code: "code",
};
const quoteClasses =
  /(^|\s)(gmail_quote|gmail_quote_container|yahoo_quoted|moz-cite-prefix|protonmail_quote|tutanota_quote|zmail_extra)(\s|$)/;
/** Marks of programs that put no element around a quote: everything after them is quoted. */
const quoteIds =
  /^(divRplyFwdMsg|x_divRplyFwdMsg|appendonsend|x_appendonsend|OLK_SRC_BODY_SECTION|mail-editor-reference-message-container)$/;

const longestLink = 2_000;
/** The parser looks through all that is open at each tag: deeper than any program nests, it is read no further. */
const deepest = 1_000;
class TooDeep extends Error {}

/** The new text of an email, and the quoted text of earlier ones. */
export interface Split {
  readonly body: readonly Block[];
  readonly quoted: readonly Block[];
  /** The rest was not read. */
  readonly isCut: boolean;
}

export function splitHtml(html: string): Split {
  const body: Block[] = [];
  const quoted: Block[] = [];
  let content: Inline[] = [];
  const open: { readonly name: string; readonly isQuote: boolean }[] = [];
  const lists: ("bullet" | "number")[] = [];
  const on = { bold: 0, italic: 0, strike: 0, code: 0 };
  const links: (string | undefined)[] = [];
  let [hiddenDepth, quoteDepth, inner, preformatted] = [0, 0, 0, 0];
  let restIsQuoted = false;

  function flush() {
    const last = content.at(-1);
    if (last && "text" in last) content[content.length - 1] = { ...last, text: last.text.trimEnd() };
    const isEmpty = content.every((one) => "text" in one && one.text.trim() === "");
    const type = inner > 0 ? "quote" : (lists.at(-1) ?? "paragraph");
    if (!isEmpty) (restIsQuoted || quoteDepth > 0 ? quoted : body).push({ type, content });
    content = [];
  }
  function write(raw: string) {
    const text = preformatted > 0 ? raw : raw.replace(/[\s\u00a0]+/g, " ");
    const last = content.at(-1);
    const isAfterSpace = !last || ("text" in last && /\s$/.test(last.text));
    const shown = preformatted === 0 && isAfterSpace ? text.trimStart() : text;
    if (shown === "") return;
    const flags = Object.fromEntries(Object.entries(on).flatMap(([mark, depth]) => (depth > 0 ? [[mark, true as const]] : [])));
    const link = links.at(-1);
    content.push({ text: shown, ...flags, ...(link ? { link } : {}) });
  }
  const parser = new Parser(
    {
      onopentag(name, { class: classes = "", id = "", href = "", type = "" }) {
        if (hidden.has(name)) hiddenDepth++;
        if (breaking.has(name)) flush();
        const isCited = name === "blockquote" && (type === "cite" || quoteDepth > 0 || /cite/.test(classes));
        const isQuote = quoteClasses.test(classes) || isCited;
        if (quoteIds.test(id)) {
          flush();
          restIsQuoted = true;
        }
        if (isQuote) {
          flush();
          quoteDepth++;
        }
        if (name === "blockquote" && !isQuote) inner++;
        open.push({ name, isQuote });
        if (open.length > deepest) throw new TooDeep();
        if (name === "ul" || name === "ol") lists.push(name === "ul" ? "bullet" : "number");
        const mark = marks[name];
        if (mark) on[mark]++;
        if (name === "pre") preformatted++;
        if (name === "a") links.push(/^https?:\/\//i.test(href) && href.length <= longestLink ? href : undefined);
        if (name === "br") content.push({ text: "\n" });
        if (name === "td" || name === "th") write(" ");
      },
      ontext(text) {
        if (hiddenDepth === 0) write(text);
      },
      onclosetag(name) {
        if (breaking.has(name)) flush();
        const { isQuote = false } = open.pop() ?? {};
        if (hidden.has(name)) hiddenDepth = Math.max(0, hiddenDepth - 1);
        if (isQuote) {
          flush();
          quoteDepth--;
        }
        if (name === "blockquote" && !isQuote) inner = Math.max(0, inner - 1);
        if (name === "ul" || name === "ol") lists.pop();
        const mark = marks[name];
        if (mark) on[mark] = Math.max(0, on[mark] - 1);
        if (name === "pre") preformatted = Math.max(0, preformatted - 1);
        if (name === "a") links.pop();
      },
    },
    { decodeEntities: true },
  );
  let isCut = false;
  try {
    parser.write(html);
    parser.end();
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    isCut = true;
  }
  flush();
  return { body, quoted, isCut };
}
