import type { Language } from "@kartis/i18n/languages.ts";
import type { OrgId } from "../kernel/id.ts";
import { BadTemplate, fill } from "./engine.ts";
import type { TemplateText } from "./kinds/definition.ts";
import type { TemplateKind } from "./kinds/list.ts";
import { escapeMarks, htmlOf, plainOf } from "./rich-text.ts";
import type { Format } from "./schema.ts";
import { builtIn, type StoredTemplate, templateFor } from "./store.ts";
import type { TemplateValues } from "./values.ts";

/** A message that is ready to go. */
export interface Message {
  readonly subject: string;
  readonly text: string;
  /** Null for plain text. */
  readonly html: string | null;
  readonly language: Language;
}

/** A message that Kartis sends, with the files that go along. */
export type KindMessage = Message & Pick<StoredTemplate, "attachments">;

/** A text with its values. Throws `BadTemplate` for a text that is none, which a stored one never is, and for one that becomes too long. */
export function rendered({ subject, body }: TemplateText, format: Format, language: Language, values: TemplateValues): Message {
  const head = { subject: fill(subject, values).replace(/\s+/g, " ").trim(), language };
  if (format === "plain") return { ...head, text: fill(body, values).trim(), html: null };
  const marked = fill(body, values, escapeMarks);
  return { ...head, text: plainOf(marked), html: htmlOf(marked, language) };
}

/** The message and its recipient. */
export interface MessageOf {
  readonly kind: TemplateKind;
  /** The type of the card it is about: the organization may have a text of its own for it. */
  readonly cardTypeId?: string | null;
  readonly language: Language;
  readonly values: TemplateValues;
}

/**
 * A message that Kartis sends, in the organization's words; null where the organization has switched it off. Where those become too long with these values, it is
 * sent in the words that Kartis comes with: an invitation is not left out because of a text.
 */
export async function renderKind(
  orgId: OrgId,
  { kind, cardTypeId = null, language, values }: MessageOf,
): Promise<KindMessage | null> {
  const template = await templateFor(orgId, kind, cardTypeId);
  if (!template.isOn) return null;
  const { attachments } = template;
  const written = template.texts[language] ? language : template.defaultLanguage;
  const text = template.texts[written];
  if (!text) return null;
  try {
    return { ...rendered(text, template.format, written, values), attachments };
  } catch (error) {
    const own = builtIn(kind);
    const ownText = own.texts[language];
    if (!(error instanceof BadTemplate) || !ownText || template.version === 0) throw error;
    return { ...rendered(ownText, own.format, language, values), attachments };
  }
}
