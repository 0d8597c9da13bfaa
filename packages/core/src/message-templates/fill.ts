import type { Token } from "markdown-it";
import type { Block, Inline, RichText } from "../activities/comments/rules.ts";
import { url } from "../cards/fields/types/url.ts";
import { canonical, fill as filledText } from "./engine.ts";
import type { TemplateText } from "./kinds/definition.ts";
import { type PreviewedFor, valuesFor } from "./preview.ts";
import { escapeMarks, markdown } from "./rich-text.ts";
import type { Filled, Format, Preview } from "./schema.ts";
import type { TemplateValues } from "./values.ts";

/** A template with the values of the card, the organization and the caller, in the form that people go on writing in. */
export const fill = async (input: Preview, of: PreviewedFor): Promise<Pick<Filled, "subject" | "body">> =>
  filledWith(input, input.format, { ...(await valuesFor(input, of)), ...(of.card ? { "recipient.email": addressOf(of) } : {}) });

/** The card's first address: people begin a mail to it. */
function addressOf({ card, type }: PreviewedFor): string | null {
  const addresses = (type?.fields ?? []).flatMap((field) => (field.type === "email" ? [card?.fields[field.id]] : []));
  const [first = null] = addresses.filter((address) => typeof address === "string" && address !== "");
  return typeof first === "string" ? first : null;
}

/** A text with these values, in the form that people go on writing in. Throws `BadTemplate` for one that becomes too long. */
export function filledWith(text: TemplateText, format: Format, values: TemplateValues): Pick<Filled, "subject" | "body"> {
  const body = canonical(text.body);
  return {
    subject: oneLine(filledText(canonical(text.subject), values)),
    body: format === "rich" ? blocksOf(filledText(body, values, escapeMarks)) : plainBlocks(filledText(body, values)),
  };
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

const plainBlocks = (text: string): RichText =>
  text
    .trim()
    .split(/\n{2,}/)
    .map((part) => ({ type: "paragraph" as const, content: part === "" ? [] : [{ text: part }] }));

/** Marked-up text as blocks in a row. Headings are bold paragraphs; what is nested stands on its own. */
function blocksOf(text: string): RichText {
  const blocks: Block[] = [];
  const around: Block["type"][] = [];
  let isHeading = false;
  for (const token of markdown.parse(text, {})) {
    if (token.type === "bullet_list_open") around.push("bullet");
    else if (token.type === "ordered_list_open") around.push("number");
    else if (token.type === "blockquote_open") around.push("quote");
    else if (/^(bullet_list|ordered_list|blockquote)_close$/.test(token.type)) around.pop();
    else if (token.type === "heading_open") isHeading = true;
    else if (token.type === "heading_close") isHeading = false;
    else if (token.type === "inline")
      blocks.push({ type: around.at(-1) ?? "paragraph", content: inlinesOf(token.children ?? [], isHeading) });
    else if (token.type === "fence" || token.type === "code_block")
      blocks.push({ type: "paragraph", content: [{ text: token.content.trimEnd(), code: true }] });
  }
  return blocks;
}

const marks = { strong: "bold", em: "italic", s: "strike" } as const;

function inlinesOf(tokens: readonly Token[], isHeading: boolean): Inline[] {
  const inlines: Inline[] = [];
  const on = new Set<"bold" | "italic" | "strike" | "code">(isHeading ? ["bold"] : []);
  let link: string | undefined;
  const add = (text: string, more: object = {}) => {
    const flags = Object.fromEntries([...on].map((flag) => [flag, true as const]));
    if (text !== "") inlines.push({ text, ...flags, ...more, ...(link ? { link } : {}) });
  };
  for (const token of tokens) {
    const [, name, turn] = /^(strong|em|s)_(open|close)$/.exec(token.type) ?? [];
    if (name === "strong" || name === "em" || name === "s") on[turn === "open" ? "add" : "delete"](marks[name]);
    else if (token.type === "text") add(token.content);
    else if (token.type === "code_inline") add(token.content, { code: true });
    else if (token.type === "softbreak" || token.type === "hardbreak") add("\n");
    else if (token.type === "link_open") {
      link = addressIn(String(token.attrGet("href") ?? ""));
    } else if (token.type === "link_close") link = undefined;
  }
  return inlines;
}

/** The address of a link in a message. Mail and telephone addresses are words that mail programs recognize by themselves, and so is what no message accepts as a link. */
function addressIn(href: string): string | undefined {
  const isAccepted = /^https?:/i.test(href) && url.accept(href, { options: [], currency: "USD", region: "" }).ok;
  return isAccepted ? href : undefined;
}
