import type { CalendarUnit } from "../../../../kernel/written-dates.ts";

export type Unit = CalendarUnit | "hour" | "minute";

/** A number of units from now. */
export type Ahead = readonly [count: number, unit: Unit];

/** How often something comes again. */
export type Period = readonly [count: number, unit: CalendarUnit | "workday"];

/** Words of one language for days, times and priorities. Case, accents and niqqud are ignored: “pentek” matches “péntek”. */
export interface Words {
  /** Phrases that are a day by themselves: “tomorrow”, “next week”. */
  readonly days: Readonly<Record<string, Ahead>>;
  /** Monday first, each in every form that people write. */
  readonly weekdays: readonly (readonly string[])[];
  /** The same for forms that mean something else too: read after a word such as “on” or “next” only. */
  readonly ambiguousWeekdays?: readonly (readonly string[])[];
  /** January first. */
  readonly months: readonly (readonly string[])[];
  readonly reminders: {
    /** “remind me” 10 minutes before. */
    readonly words: readonly string[];
    /** Before the time, where that alone says it: “за” 10 минут. */
    readonly leads: readonly string[];
    /** Minutes of each unit, in the form used in the sentence: 10 “perccel”. */
    readonly units: Readonly<Record<string, number>>;
    /** 10 minutes “before”. */
    readonly trails: readonly string[];
  };
  /** Words of a task that repeats. */
  readonly repeats: {
    /** “every” week, “every” 2 weeks, “every” Thursday. */
    readonly every: readonly string[];
    /** every “other” week. */
    readonly other: readonly string[];
    /** Units after “every” in forms of their own. */
    readonly units: Readonly<Record<string, Period>>;
    /** Phrases that say it by themselves: “every weekday”, “once a week”. */
    readonly phrases: Readonly<Record<string, Period>>;
    /** The same where nothing follows that they could describe: “daily”. */
    readonly adjectives: Readonly<Record<string, Period>>;
    /** After a number: 2 “hetente”. */
    readonly counted: Readonly<Record<string, Period>>;
    /** Monday first, in forms that mean each of them: “on Mondays”. */
    readonly eachWeekday: readonly (readonly string[])[];
    /** Those that follow another, in forms of their own: on Mondays and “Thursdays”. */
    readonly furtherWeekdays: readonly (readonly string[])[];
    /** The same with “and” in the word. */
    readonly joinedWeekdays: readonly (readonly string[])[];
    readonly and: readonly string[];
    /** After a day of the month: 5 “числа”. */
    readonly ofMonth: readonly string[];
  };
  /** “week”, “weeks”; with a count of its own where the language has such a word (“שבועיים”). */
  readonly units: Readonly<Record<string, Ahead>>;
  readonly numbers: Readonly<Record<string, number>>;
  /** Whether a unit without a number is one of them: “через неделю”. */
  readonly isOneImplied?: boolean;
  /** “in” 3 days. */
  readonly in: readonly string[];
  /** 3 days “from now”. */
  readonly later: readonly string[];
  /** “next” Friday is one of next week, “this” Friday the first to come; before the day or after it. */
  readonly next: { readonly before: readonly string[]; readonly after: readonly string[] };
  readonly coming: { readonly before: readonly string[]; readonly after: readonly string[] };
  /** Prepositions that go with what follows them. */
  readonly before: {
    /** “on” Friday, “on” 3 December; but “turn it on” tomorrow. */
    readonly date: readonly string[];
    /** “by” tomorrow. */
    readonly day: readonly string[];
    /** “at” 10. */
    readonly hour: readonly string[];
    /** “for” 10:00, which before a bare number says how many. */
    readonly clock: readonly string[];
    /** “until” 10, which may also be a number of something: read as an hour where nothing follows that could be counted. */
    readonly perhapsHour: readonly string[];
  };
  /** 3 “of” December. */
  readonly of: readonly string[];
  /** Letters written together with a number or a name, with a hyphen or without: “ב” in “ב-10”. */
  readonly attached: string;
  /** After the number of a day: “rd” in “3rd”. */
  readonly dayEndings: readonly string[];
  /** After an hour: “kor” in “10-kor”. */
  readonly hourEndings: readonly string[];
  /** After a time with minutes only: “ig” in “10:00-ig”, since “10-ig” may be a day. */
  readonly clockEndings: readonly string[];
  /** A preposition, an hour and “o’clock”. */
  readonly oClock: readonly string[];
  /** The same without any preposition. */
  readonly atOClock: readonly string[];
  /** Words for the half of the day: “este” 8-kor, 8 “pm”. */
  readonly morning: { readonly before: readonly string[]; readonly after: readonly string[] };
  readonly evening: {
    readonly before: readonly string[];
    readonly after: readonly string[];
    /** Forms after a preposition: “в 3 дня” is 15:00, “3 дня” are three days. */
    readonly afterPrefixed?: readonly string[];
  };
  /** Today, after noon. */
  readonly tonight: readonly string[];
  /** Phrases that are a time by themselves. */
  readonly times: Readonly<Record<string, string>>;
  /** Words after which a bare number was an hour: at 10 “with” Dana. */
  readonly afterHour: readonly string[];
  /** Phrases with the word of a day in them that are none: “Black Friday”. */
  readonly names: readonly string[];
  /** Words before a weekday that is not the one to come: “every” Friday. */
  readonly notComing: readonly string[];
  /** The first is also known by its beginning, down to one letter; the others by three letters. */
  readonly priorities: { readonly HIGH: readonly string[]; readonly MEDIUM: readonly string[]; readonly LOW: readonly string[] };
  /** Whether parts of a date are set apart by spaces: “2026. 12. 3.” */
  readonly spacedDates?: boolean;
}
