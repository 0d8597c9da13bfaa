import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Language, languages } from "./languages.ts";
import { areas } from "./messages.ts";

interface Rule {
  readonly name: string;
  readonly broken: RegExp;
  /** An example that breaks the rule, and one that keeps it: a rule that finds nothing would enforce nothing. */
  readonly bad: string;
  readonly good: string;
}

/** A placeholder that is printed, rather than one that chooses among words. */
const printed = String.raw`\{\w+(?:, (?:number|date|time)[^{}]*)?\}`;
const named = String.raw`\{(?:name|organization|child|role|person|card|type|plan)\}`;

/** What a program can check of good writing. The rest shows when the sentences are read aloud. */
const rules: Readonly<Record<Language, readonly Rule[]>> = {
  en: [
    { name: "typographic quotation marks and apostrophes", broken: /['"]/, bad: "the card's name", good: "the card’s name" },
    {
      name: "no contractions",
      broken:
        /\b(?:can|do|does|did|is|are|was|were|has|have|had|wo|could|would|should)n[’']t\b|\b(?:it|that|you|we|they)[’'](?:s|re|ve|ll)\b/i,
      bad: "You don’t have any",
      good: "You do not have any",
    },
    {
      name: "someone and no one, permanently and immediately; nothing that only a translation says",
      broken: /\b(?:somebody|nobody|anybody|everybody|at once|for good|meanwhile|take apart|take back)\b/i,
      bad: "Somebody changed this meanwhile",
      good: "Someone else changed this in the meantime",
    },
    {
      name: "American spelling",
      broken: /\b(?:\w*isation|\w*ecognised|organis\w*|favourites?|colours?|cancelled)\b/i,
      bad: "an organisation",
      good: "an organization",
    },
  ],
  he: [
    {
      name: "a prefix before a placeholder, a digit or another script takes a maqaf",
      broken: new RegExp(String.raw`(?<![א-ת])[ובלמשכה]{1,3}[-‑]?(?:${printed}|[A-Za-z0-9#])`),
      bad: "ב-Kartis",
      good: "ב־Kartis",
    },
    { name: "quotation marks are gershayim", broken: /["„”“]/, bad: "„{name}”", good: "״{name}״" },
    { name: "two is a word", broken: /two \{[^{}]*[#2]/, bad: "two {# כרטיסים}", good: "two {שני כרטיסים}" },
    { name: "units in Latin letters, as elsewhere", broken: /מ״ב/, bad: "5 מ״ב", good: "5 MB" },
  ],
  hu: [
    {
      name: "no article before a name or a number that is not known yet",
      broken: new RegExp(String.raw`\ba\(z\)|\b[Aa]z? „?${printed}`, "i"),
      bad: "A(z) {role} szerepkör",
      good: "Szerepkör: {role}",
    },
    { name: "quotation marks are „…”", broken: /["“«»]/, bad: '"{name}"', good: "„{name}”" },
  ],
  ru: [
    {
      name: "no preposition before a bare name: names are not declined",
      broken: new RegExp(String.raw`(?:^|\s)(?:в|во|у|для|с|со|из|к|ко|о|об|от|на|за|при) ${named}`, "i"),
      bad: "Включено для {organization}",
      good: "Включено: {organization}",
    },
    { name: "a no-break space before the per cent sign", broken: /[\d}]%/, bad: "80%", good: "80\u00A0%" },
    { name: "quotation marks are «…»", broken: /["„“”]/, bad: "“{name}”", good: "«{name}»" },
  ],
};

function messagesOf(language: Language): [string, string][] {
  return areas.flatMap((area) => {
    const json: unknown = JSON.parse(readFileSync(new URL(`./catalogues/${language}/${area}.json`, import.meta.url), "utf8"));
    return Object.entries(json as Record<string, string>).map(([key, text]): [string, string] => [`${area}.${key}`, text]);
  });
}

describe.each(languages)("the wording in %s", (language) => {
  it.each(rules[language])("$name", ({ broken, bad, good }) => {
    expect(broken.test(bad)).toBe(true);
    expect(broken.test(good)).toBe(false);
    expect(messagesOf(language).filter(([, text]) => broken.test(text))).toEqual([]);
  });
});
