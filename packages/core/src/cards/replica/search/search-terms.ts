import { definitionOf } from "../../fields/registry.ts";
import { isEmpty, settingsOf } from "../../rules.ts";
import type { CardType, FieldValues } from "../../schema.ts";
import { words } from "../../../kernel/fold.ts";
import { joinPhoneDigits, phoneForms } from "./phone-forms.ts";
import { type Script, scriptOf, skeletons } from "./transliterate.ts";

/** Prefixes a skeleton, together with its script, so that it cannot be mistaken for a word. FTS5's ascii tokenizer treats it as a letter. */
const skeletonMark = "\ue000";
const letterOf: Readonly<Record<Script, string>> = { latin: "l", hebrew: "h", cyrillic: "c" };
const skeletonTerm = (script: Script, skeleton: string) => `${skeletonMark}${letterOf[script]}${skeleton}`;

/** Long texts are indexed by their beginning: beyond it, every word would slow down each write. */
const maxSearchChars = 4_000;

export interface SearchDocument {
  /** Words separated by blanks with one at each end, so that a word's trigrams include its beginning and end. */
  readonly words: string;
  /** The same words without repeats, and the skeletons of the name. */
  readonly terms: string;
}

/** Search terms of a card: its name and, if its type is known, all searchable fields. */
export function searchDocument(type: CardType | undefined, fields: FieldValues): SearchDocument {
  const name = typeof fields["name"] === "string" ? fields["name"] : "";
  const nameWords = words(name);
  const found = new Set(nameWords);
  for (const field of type?.fields ?? []) {
    const value = fields[field.id];
    if (field.id === "name" || isEmpty(value)) continue;
    if (field.type === "phone") {
      if (typeof value === "string") for (const form of phoneForms(value)) found.add(form);
      continue;
    }
    const definition = definitionOf(field.type);
    if (!definition.toSearch) continue;
    const text = searchText(() => definition.toSearch?.(value, settingsOf(field, noContext)) ?? "");
    for (const word of words(text.slice(0, maxSearchChars))) found.add(word);
  }
  const keys = nameWords.flatMap((word) => {
    const script = scriptOf(word);
    return script ? skeletons(word, script).map((skeleton) => skeletonTerm(script, skeleton)) : [];
  });
  return { words: ` ${[...found].join(" ")} `, terms: [...found, ...new Set(keys)].join(" ") };
}

const noContext = { currency: "USD", region: "" } as const;

/** A value from before the field changed its type may not be what the definition expects; it is then not indexed. */
function searchText(read: () => string): string {
  try {
    const text = read();
    return typeof text === "string" ? text : "";
  } catch {
    return "";
  }
}

/** The query's words. */
export const queryWords = (query: string): string[] => words(joinPhoneDigits(query)).slice(0, 12);

const phrase = (term: string) => `"${term}"`;

/** FTS5 query over terms: every word there as a word or the beginning of one, or by the sound of a name written in another script. */
export function termsQuery(queried: readonly string[]): string {
  return queried
    .map((word) => {
      const script = scriptOf(word);
      const sounds = script
        ? skeletons(word, script).flatMap((skeleton) =>
            (Object.keys(letterOf) as Script[])
              .filter((other) => other !== script)
              // The end of a longer name may still be missing.
              .map((other) => phrase(skeletonTerm(other, skeleton)) + (skeleton.length >= 3 ? " *" : "")),
          )
        : [];
      return `(${[`${phrase(word)} *`, ...sounds].join(" OR ")})`;
    })
    .join(" AND ");
}

/** FTS5 query over trigrams: every word there as a part of one. Undefined when a word is too short to have a trigram. */
export function partsQuery(queried: readonly string[]): string | undefined {
  if (queried.some((word) => [...word].length < 3)) return undefined;
  return queried.flatMap((word) => trigrams(word).map(phrase)).join(" AND ");
}

/** The trigrams of a text, each once. */
export function trigrams(text: string): string[] {
  const letters = [...text];
  const found = new Set<string>();
  for (let at = 0; at + 3 <= letters.length; at++) found.add(letters.slice(at, at + 3).join(""));
  return [...found];
}
