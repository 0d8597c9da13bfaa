import type { Language } from "@kartis/i18n/languages.ts";
import { fold } from "./fold.ts";
import { en } from "./words/en.ts";
import { he } from "./words/he.ts";
import { hu } from "./words/hu.ts";
import { ru } from "./words/ru.ts";
import type { Ahead, Period, Words } from "./words/words.ts";

/** A language is a file of words and a line here. */
const wordsOf: Readonly<Record<Language, Words>> = { en, he, hu, ru };

type Phrases<T = true> = ReadonlyMap<string, T>;

/** Words made ready to be looked up: folded, and phrases by themselves. */
export interface Vocabulary {
  readonly days: Phrases<Ahead>;
  readonly tonight: Phrases;
  /** 0 is Sunday, as in `Date`. */
  readonly weekdays: Phrases<number>;
  readonly ambiguousWeekdays: Phrases<number>;
  readonly months: Phrases<number>;
  readonly reminders: {
    readonly words: Phrases;
    readonly leads: Phrases;
    readonly units: Phrases<number>;
    readonly trails: Phrases;
  };
  readonly repeats: Readonly<Record<"every" | "other" | "and" | "ofMonth", Phrases>> &
    Readonly<Record<"units" | "phrases" | "adjectives" | "counted", Phrases<Period>>> &
    Readonly<Record<"weekdays" | "eachWeekday" | "furtherWeekdays" | "joinedWeekdays", Phrases<number>>>;
  readonly units: Phrases<Ahead>;
  readonly numbers: Phrases<number>;
  readonly times: Phrases<string>;
  readonly in: Phrases;
  readonly later: Phrases;
  readonly isOneImplied: boolean;
  readonly next: { readonly before: Phrases; readonly after: Phrases };
  readonly coming: { readonly before: Phrases; readonly after: Phrases };
  readonly before: Readonly<Record<keyof Words["before"], Phrases>>;
  readonly of: Phrases;
  readonly oClock: Phrases;
  readonly atOClock: Phrases;
  readonly halves: Readonly<Record<"before" | "after" | "afterPrefixed", Phrases<Half>>>;
  readonly afterHour: Phrases;
  readonly names: Phrases;
  readonly notComing: Phrases;
  readonly attached: RegExp;
  readonly dayEndings: RegExp;
  readonly hourEndings: RegExp;
  readonly clockEndings: RegExp;
  readonly priorities: Words["priorities"];
  readonly spacedDates: boolean;
}

/** Before noon or after it. */
export type Half = "a" | "p";

const all = <T>(words: readonly string[], value: T): [string, T][] => words.map((word) => [fold(word), value]);
const phrases = (words: readonly string[]): Phrases => new Map(all(words, true));
const mapOf = <T>(values: Readonly<Record<string, T>>): Phrases<T> =>
  new Map(Object.entries(values).map(([word, value]): [string, T] => [fold(word), value]));
const numbered = (lists: readonly (readonly string[])[], numberOf: (index: number) => number): Phrases<number> =>
  new Map(lists.flatMap((forms, index) => all(forms, numberOf(index))));
const dayNumber = (index: number) => (index + 1) % 7;
/** Matches nothing if there are no endings. */
const ending = (endings: readonly string[]) => new RegExp(endings.length > 0 ? `-?(?:${endings.map(fold).join("|")})$` : "(?!)");

function compile({ morning, evening, repeats, ...words }: Words): Vocabulary {
  const weekdays = numbered(words.weekdays, dayNumber);
  const ambiguousWeekdays = numbered(words.ambiguousWeekdays ?? [], dayNumber);
  const afterEvery = new Map([...weekdays, ...ambiguousWeekdays]);
  const eachWeekday = numbered(repeats.eachWeekday, dayNumber);
  return {
    days: mapOf(words.days),
    tonight: phrases(words.tonight),
    weekdays,
    ambiguousWeekdays,
    repeats: {
      every: phrases(repeats.every),
      other: phrases(repeats.other),
      and: phrases(repeats.and),
      ofMonth: phrases(repeats.ofMonth),
      units: mapOf(repeats.units),
      phrases: mapOf(repeats.phrases),
      adjectives: mapOf(repeats.adjectives),
      counted: mapOf(repeats.counted),
      weekdays: afterEvery,
      eachWeekday,
      furtherWeekdays: new Map([...afterEvery, ...eachWeekday, ...numbered(repeats.furtherWeekdays, dayNumber)]),
      joinedWeekdays: numbered(repeats.joinedWeekdays, dayNumber),
    },
    months: numbered(words.months, (index) => index + 1),
    reminders: {
      words: phrases(words.reminders.words),
      leads: phrases(words.reminders.leads),
      units: mapOf(words.reminders.units),
      trails: phrases(words.reminders.trails),
    },
    units: mapOf(words.units),
    numbers: mapOf(words.numbers),
    times: mapOf(words.times),
    in: phrases(words.in),
    later: phrases(words.later),
    isOneImplied: words.isOneImplied ?? false,
    next: { before: phrases(words.next.before), after: phrases(words.next.after) },
    coming: { before: phrases(words.coming.before), after: phrases(words.coming.after) },
    before: {
      date: phrases(words.before.date),
      day: phrases(words.before.day),
      hour: phrases(words.before.hour),
      clock: phrases(words.before.clock),
      perhapsHour: phrases(words.before.perhapsHour),
    },
    of: phrases(words.of),
    oClock: phrases(words.oClock),
    atOClock: phrases(words.atOClock),
    halves: {
      before: new Map([...all<Half>(morning.before, "a"), ...all<Half>(evening.before, "p")]),
      after: new Map([...all<Half>(morning.after, "a"), ...all<Half>(evening.after, "p")]),
      afterPrefixed: new Map(all<Half>(evening.afterPrefixed ?? [], "p")),
    },
    afterHour: phrases(words.afterHour),
    names: phrases(words.names),
    notComing: phrases(words.notComing),
    attached: words.attached === "" ? /(?!)/ : new RegExp(`^[${words.attached}]-?(?=[\\d@])`),
    dayEndings: ending(words.dayEndings),
    hourEndings: ending(words.hourEndings),
    clockEndings: ending(words.clockEndings),
    priorities: {
      HIGH: words.priorities.HIGH.map(fold),
      MEDIUM: words.priorities.MEDIUM.map(fold),
      LOW: words.priorities.LOW.map(fold),
    },
    spacedDates: words.spacedDates ?? false,
  };
}

const compiled = new Map<Language, Vocabulary>();

function vocabularyOf(language: Language): Vocabulary {
  const known = compiled.get(language) ?? compile(wordsOf[language]);
  compiled.set(language, known);
  return known;
}

/** Words for each priority in all languages. */
export const priorityWords: Readonly<Record<keyof Words["priorities"], readonly string[]>> = {
  HIGH: Object.values(wordsOf).flatMap(({ priorities }) => priorities.HIGH),
  MEDIUM: Object.values(wordsOf).flatMap(({ priorities }) => priorities.MEDIUM),
  LOW: Object.values(wordsOf).flatMap(({ priorities }) => priorities.LOW),
};

/** Languages with a script of their own: whoever writes it means that language, whichever the interface speaks. */
const scripts: readonly (readonly [Language, RegExp])[] = [
  ["he", /\p{Script=Hebrew}/u],
  ["ru", /\p{Script=Cyrillic}/u],
];

/** Vocabularies understood in a text: those of the scripts in it, that of the interface's language, then English. */
export function vocabulariesFor(language: Language, text: string): readonly Vocabulary[] {
  const written = scripts.flatMap(([own, script]) => (script.test(text) ? own : []));
  const own = written.includes(language) ? [language] : [];
  return [...new Set<Language>([...own, ...written, language, "en"])].map(vocabularyOf);
}
