import type { Language } from "./languages.ts";

/** The first word is one of its own kind (VAT, eBay, A4), or the label is written in capitals throughout (Lead Source); a brand such as WhatsApp makes none of it. */
const keepsItsCase = /^\S+[\p{Lu}\d]|\s\p{Lu}\p{Ll}+(?!\p{L})/u;

/** The name of a field or card type as it stands inside a sentence: “Add email”, but “Add VAT number”. Hebrew has one case only. */
export function inSentence(label: string, language: Language): string {
  return language === "he" || keepsItsCase.test(label)
    ? label
    : label.replace(/^\p{Lu}/u, (first) => first.toLocaleLowerCase(language));
}
