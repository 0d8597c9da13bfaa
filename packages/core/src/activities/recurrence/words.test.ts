import { createTranslate, type Translate } from "@kartis/i18n/create-translate.ts";
import { type Language, locales } from "@kartis/i18n/languages.ts";
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ruleFrom } from "./rules.fixture.ts";
import type { Rule } from "./schema.ts";
import { wordsOf } from "./words.ts";

const translates = Object.fromEntries(
  Object.keys(locales).map((language): [string, Translate] => {
    const file = new URL(`../../../../i18n/src/catalogues/${language}/recurrence.json`, import.meta.url);
    const recurrence = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
    return [language, createTranslate(language as Language, { recurrence }, { isolates: false })];
  }),
);
const say = (language: Language, rule: Rule, locale: string = locales[language]): string => {
  const translate = translates[language];
  if (!translate) throw new Error(language);
  return wordsOf(rule, translate, locale);
};

const never = { type: "never" } as const;
const twice: Rule = { frequency: "week", every: 2, weekdays: ["MO", "TH"], weekStart: "MO", ends: { type: "after", times: 6 } };
const rules = {
  twice,
  sunday: { frequency: "week", every: 1, weekdays: ["MO", "SU"], weekStart: "SU", ends: never },
  days: { frequency: "day", every: 2, ends: { type: "on", day: "2026-12-03" } },
  second: { frequency: "month", every: 1, on: { by: "weekday", week: "second", weekday: "WE" }, ends: never },
  last: { frequency: "month", every: 3, on: { by: "day", day: -1 }, ends: never },
  yearly: { frequency: "year", every: 1, month: 2, on: { by: "day", day: 29 }, ends: { type: "after", times: 1 } },
  december: { frequency: "year", every: 5, month: 12, on: { by: "weekday", week: "last", weekday: "SA" }, ends: never },
} as const satisfies Record<string, Rule>;

describe("a rule in words", () => {
  it.each<[Language, keyof typeof rules, string]>([
    ["en", "twice", "Every 2 weeks on Monday and Thursday, 6 times"],
    ["en", "sunday", "Every week on Sunday and Monday"],
    ["en", "days", "Every 2 days, until December 3, 2026"],
    ["en", "second", "Every month on the second Wednesday"],
    ["en", "last", "Every 3 months on the last day"],
    ["en", "yearly", "Every year on February 29, once"],
    ["en", "december", "Every 5 years on the last Saturday of December"],
    ["he", "twice", "בכל שבועיים בימים שני וחמישי, 6 פעמים"],
    ["he", "days", "בכל יומיים, עד 3 בדצמבר 2026"],
    ["he", "second", "בכל חודש ביום רביעי השני"],
    ["he", "last", "בכל 3 חודשים ביום האחרון בחודש"],
    ["he", "yearly", "בכל שנה ב־29 בפברואר, פעם אחת"],
    ["he", "december", "בכל 5 שנים בשבת האחרונה של דצמבר"],
    ["hu", "twice", "Minden 2. héten hétfőn és csütörtökön, 6 alkalommal"],
    ["hu", "days", "Minden 2. napon, eddig: 2026. december 3."],
    ["hu", "second", "Minden hónap második szerdáján"],
    ["hu", "yearly", "Minden év február 29. napján, egyszer"],
    ["hu", "december", "Minden 5. év decemberének utolsó szombatján"],
    ["ru", "twice", "Каждые 2 недели по понедельникам и четвергам, 6 раз"],
    ["ru", "days", "Каждые 2 дня, до 3 декабря 2026 г."],
    ["ru", "second", "Каждый месяц во вторую среду"],
    ["ru", "last", "Каждые 3 месяца в последний день"],
    ["ru", "yearly", "Каждый год 29 февраля, 1 раз"],
    ["ru", "december", "Каждые 5 лет в последнюю субботу декабря"],
  ])("%s: %s", (language, name, words) => {
    expect(say(language, rules[name])).toBe(words);
  });

  it("dates are written as the region writes them", () => {
    expect(say("en", rules.days, "en-GB")).toBe("Every 2 days, until 3 December 2026");
  });

  it("every rule has words in every language", () => {
    fc.assert(
      fc.property(ruleFrom("2026-01-01"), fc.constantFrom<Language>("en", "he", "hu", "ru"), (rule, language) => {
        expect(say(language, rule)).not.toMatch(/recurrence\.|undefined|\{|\}|NaN|^\s*$|\s\s/);
      }),
    );
  });
});
