import { addressIn } from "@kartis/core/cards/fields/email-form.ts";

const separators = /[\s,;]+/;

/** Addresses as people paste them, `Dana Levi <dana@x.example>` too; anything else is returned separately. */
export function addressesIn(text: string): { emails: string[]; wrong: string[] } {
  const inBrackets = [...text.matchAll(/<([^<>\s]+)>/g)].map((match) => match[1] ?? "");
  const words = inBrackets.length > 0 ? inBrackets : text.split(separators).filter(Boolean);
  const emails = [...new Set(words.flatMap((word) => addressIn(word) ?? []))];
  return { emails, wrong: words.filter((word) => addressIn(word) === undefined) };
}
