import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type Language, languages } from "./languages.ts";
import { areas } from "./messages.ts";

interface Rule {
  readonly name: string;
  readonly broken: RegExp;
  /** An example that breaks the rule, and one that keeps it: a rule that finds nothing would enforce nothing. */
  readonly bad: string;
  readonly good: string;
  /** For the app alone: public pages and the documentation speak to several readers. */
  readonly inApp?: true;
}

/** A placeholder that is printed, rather than one that chooses among words. */
const printed = String.raw`\{\w+(?:, (?:number|date|time)[^{}]*)?\}`;
const named = String.raw`\{(?:name|organization|child|role|person|card|type|plan)\}`;

/** Writing rules that a program can check. The rest shows when the sentences are read aloud. */
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
      broken:
        /\b(?:somebody|nobody|anybody|everybody|at once|for good|meanwhile|(?:take|takes|taken|taking) (?:it )?(?:apart|back)|go(?:es)? on)\b/i,
      bad: "Somebody changed this meanwhile",
      good: "Someone else changed this in the meantime",
    },
    {
      name: "emails and apps, not mails and programs",
      broken: /\b(?:mails?|mailed|programs?)\b/i,
      bad: "The mail was sent by a program",
      good: "The email was sent by an app",
    },
    {
      name: "people can or cannot: “may” would say that something is uncertain",
      broken: /\b(?:you|they|who|whoever|owners?|admins?|members?|roles?|people) may\b(?! (?:have|be)\b)/i,
      bad: "Admins may do everything",
      good: "Admins can do everything; it may have been deleted",
    },
    {
      name: "what is freed, and who is meant, is named",
      broken: /\bfree some\b|\bis freed\b|(?<!organization |your |System )\badministrators?\b/i,
      bad: "until an administrator upgrades the plan or some is freed",
      good: "until an admin upgrades the plan; please contact your organization administrator",
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
    {
      name: "assigning is שיוך: הקצאה is only the tax authority’s number",
      broken: /(?<!מספר )הקצאה|הוקצ|(?<![א-ת])(?:הקצ[הו]|ש?מקצים)(?![א-ת])/,
      bad: "המשימה הוקצתה לך",
      good: "המשימה שויכה אליך; מספר הקצאה",
    },
    {
      name: "administrators of the organization are its מנהלים: מנהל מערכת is the name of a role alone",
      broken: /מנהל המערכת/,
      bad: "יש לפנות למנהל המערכת",
      good: "יש לפנות למנהלי הארגון",
    },
    { name: "an email is אימייל", broken: /(?<!אי)מייל|דוא״ל/, bad: "שליחה במייל", good: "שליחה באימייל" },
    {
      name: "one word per concept: apps, trash, guests, limits, seats and members of the organization",
      broken: /תוכנ(?:ה|ות)(?![א-ת]| זדוני)|סל המי?חזור|(?<![א-ת])[ובלמשכה]*(?:אורח(?:ים)?|מגבל(?:ה|ת|ות)|מקומות|חברים)(?![א-ת])/,
      bad: "האורחים והתוכנות",
      good: "המוזמנים והאפליקציות; תוכנות זדוניות",
    },
    {
      name: "Kartis is feminine",
      broken: /Kartis (?:לא |אינו )?(?:הפסיק|זמין|מקבל|יודע|מעבד|שולח|נעזר|סגור|יכול)(?![א-ת])|Kartis אינו/,
      bad: "Kartis הפסיק לעבוד",
      good: "Kartis הפסיקה לעבוד",
    },
    {
      name: "the app speaks to one person, with infinitives",
      broken:
        /(?<![א-ת])(?:אתם|אינכם|שלכם|אליכם|עליכם|לכם|נסו|בחרו|הזינו|הקלידו|שדרגו|צרו|פתחו|הוסיפו|הסירו|העבירו|השתמשו|התחברו|גררו|סרקו|פנו|לחצו)(?![א-ת])/,
      bad: "בחרו שדה",
      good: "יש לבחור שדה; שלך",
      inApp: true,
    },
  ],
  hu: [
    {
      name: "no article before a name or a number that is not known yet",
      broken: new RegExp(String.raw`\ba\(z\)|\b[Aa]z? „?${printed}`, "i"),
      bad: "A(z) {role} szerepkör",
      good: "Szerepkör: {role}",
    },
    { name: "quotation marks are „…”", broken: /["“«»]/, bad: '"{name}"', good: "„{name}”" },
    {
      name: "one word per concept: limits, field types, meetings, apps, duplicates, links, assigning and support",
      broken:
        /(?<!\p{L})(?:korlát(?:ot|ok|okat|ja|ai)?(?!\p{L})|fajtájú|megbeszélés|program|kettőz|link(?:et|ek|kel|re|je)?(?!\p{L})|kioszt(?!ás)|támogatás|alaptag)/iu,
      bad: "A korlátok megtelnek",
      good: "A keretek betelnek; korlátlan; {link}",
    },
    {
      name: "readers are addressed formally",
      broken:
        /(?<!\p{L})(?:(?:add|adj|írj|írd|kérj|kérd|hívd|várd|válassz|válaszd|próbáld|töltsd|tartsd|fordulj|kattints|kapcsold|csatlakoztasd|igazold|szüneteltesd|iratkozz|hagyod|hívod|leválasztod|\p{L}+(?:hatod|heted|hatsz|hetsz)|szeretnél|neked|téged|veled|nálad)(?!\p{L})|(?:szám|telefon|fiók|sablon|szervezet|jogosultság|szerepkör|szükség|profil|kártyá|csomag)(?:od|ed|öd|d)(?:at|et|öt|ban|ben|hoz|hez|höz|nak|nek|on|en|ön|ról|ről|nál|nél)?(?!\p{L}))/iu,
      bad: "Add meg a számodat",
      good: "Adja meg a számát; a szervezet adatai",
    },
  ],
  ru: [
    {
      name: "no preposition before a bare name: names are not declined",
      broken: new RegExp(String.raw`(?:^|\s)(?:в|во|у|для|с|со|из|к|ко|о|об|от|на|за|при) ${named}`, "i"),
      bad: "Включено для {organization}",
      good: "Включено: {organization}",
    },
    { name: "a no-break space before the per cent sign", broken: /[\d}] ?%/, bad: "80%", good: "80\u00A0%" },
    {
      name: "one word per concept: account, limit, apps and field types",
      broken:
        /(?<!\p{L})(?:учётн\p{L}+ запис|(?<!в )предел(?:а|у|ом|е|ы|ов|ам|ами|ах)?(?!\p{L})|(?<!вредоносных )программ|пол[ея] вида|сетево\p{L}+ адрес)/iu,
      bad: "Учётная запись",
      good: "Аккаунт; в пределах, допустимых законом; вредоносных программ",
    },
    { name: "quotation marks are «…»", broken: /["„“”]/, bad: "“{name}”", good: "«{name}»" },
  ],
};

/** The placeholder {link} is code, not an English word in a Hungarian sentence. */
const withoutPlaceholder = (text: string) => text.replaceAll(/\{link\}/g, "");

function messagesOf(language: Language): [string, string][] {
  return areas().flatMap((area) => {
    const json: unknown = JSON.parse(readFileSync(new URL(`./catalogues/${language}/${area}.json`, import.meta.url), "utf8"));
    return Object.entries(json as Record<string, string>).map(([key, text]): [string, string] => [
      `${area}.${key}`,
      withoutPlaceholder(text),
    ]);
  });
}

const publicPages = fileURLToPath(new URL("../../../web/src/public", import.meta.url));

/** The documentation and the public texts, line by line. What is typed as it stands is code, and no word of the language. */
function linesOf(language: Language): [string, string][] {
  return globSync(`*/${language}/*.md`, { cwd: publicPages }).flatMap((path) =>
    readFileSync(`${publicPages}/${path}`, "utf8")
      .replaceAll(/`[^`]*`/g, "X")
      .split("\n")
      .map((line, at): [string, string] => [`${path}:${at + 1}`, line]),
  );
}

describe.each(languages)("the wording in %s", (language) => {
  const messages = messagesOf(language);
  const lines = linesOf(language);

  it("is read from every catalogue, topic and text", () => {
    expect(messages.length).toBeGreaterThan(2000);
    expect(lines.length).toBeGreaterThan(500);
  });

  it.each(rules[language])("$name", ({ broken, bad, good, inApp }) => {
    expect(broken.test(bad)).toBe(true);
    expect(broken.test(withoutPlaceholder(good))).toBe(false);
    const inPublic = ([name]: [string, string]) => name.startsWith("public.");
    const texts = inApp ? messages.filter((message) => !inPublic(message)) : [...messages, ...lines];
    expect(texts.filter(([, text]) => broken.test(text))).toEqual([]);
  });
});
