import type { Language } from "@kartis/i18n/languages.ts";
import type { ReminderMinutes } from "../../reminders/rules.ts";
import type { Priority } from "../../types/task.ts";
import { hebrewPrefix } from "../../../kernel/fold.ts";
import { shiftedDay } from "../../../kernel/written-dates.ts";
import { goesOn, lookUp, type Present } from "./day-phrases.ts";
import { dueAt, firstOf } from "./due.ts";
import { type Word, wordsIn } from "./fold.ts";
import { assigneeAt, directoryOf, type Named, priorityOf } from "./marks.ts";
import { reminderAt } from "./reminder-phrases.ts";
import { firstDue, type Repeat } from "./repeat.ts";
import { repeatAt } from "./repeat-phrases.ts";
import { type Range, titleWithout } from "./title.ts";
import { vocabulariesFor, type Vocabulary } from "./vocabulary.ts";

/** A day, which means until its end, or a time of it (`HH:MM`); in the zone of the typist. */
export interface Due {
  readonly day: string;
  readonly time: string | null;
}

interface TokenOf<Kind extends string, Value> extends Range {
  readonly kind: Kind;
  readonly text: string;
  readonly value: Value;
}

/** A part of the text that was understood, `from` its first character `to` the one after its last. */
export type Token =
  | TokenOf<"due", Due>
  | TokenOf<"priority", Priority>
  | TokenOf<"assignee", string>
  | TokenOf<"reminder", ReminderMinutes>
  | TokenOf<"repeat", Repeat>
  /** Its name stays in the title. */
  | TokenOf<"card", string>;

export interface ParsedTask {
  readonly title: string;
  /** In the order of the text, at most one of each kind but dates. A day and a time apart from each other are two tokens with the same value. */
  readonly tokens: readonly Token[];
  /** When it is due, as the words say it: of a repetition, its first day. Null where they say nothing of it. */
  readonly due: Due | null;
}

export interface QuickAdd {
  /** Language of the interface; English is always recognized as well, and Hebrew and Russian by their letters. */
  readonly language: Language;
  /** `YYYY-MM-DD` and `HH:MM`, in the zone of the typist. */
  readonly today: string;
  readonly now: string;
  /** ISO country of the organization: whether 3/4 is in April or in March. */
  readonly region: string;
  /** The first day of the week, 0 for Sunday: where next week begins. Monday if it is left out. */
  readonly weekStart?: number;
  /** People who can be assigned; the `value` of such a token is the person's id. */
  readonly members: readonly Named[];
  /** The card that the text names, if any: `value` of its token is the id. */
  readonly card?: Named | undefined;
  /** Texts of tokens that the typist has turned back into words. */
  readonly asWords?: readonly string[];
}

/** The part of a due token that was said there; the whole is known when the text is read to its end. */
interface DuePart extends Range {
  readonly day: string | undefined;
  readonly time: string | undefined;
}

/**
 * Reads a task as it is typed: “call Dana tomorrow 10:00 #high @noa”. What is not understood stays in the title, nothing is an error, and the time it takes grows
 * with the length of the text only.
 */
export function parseTask(text: string, { language, members, card, asWords = [], weekStart = 1, ...when }: QuickAdd): ParsedTask {
  const vocabularies = vocabulariesFor(language, text);
  const present: Present = { ...when, weekStart };
  const directory = directoryOf(members);
  const words = wordsIn(text);
  const name = card && wordsIn(card.name);
  const marks: Token[] = [];
  const dues: DuePart[] = [];
  let repeatEnd = -1;
  const has = (kind: Token["kind"]) => marks.some((token) => token.kind === kind);

  for (let index = 0; index < words.length;) {
    index = readAt(index) ?? index + 1;
  }
  const repeat = marks.find((token) => token.kind === "repeat")?.value;
  const due = dueOf(dues, repeat, present);
  const tokens = [...marks, ...dues.map((part): Token => ({ kind: "due", ...rangeOf(part), value: due }))].toSorted(
    (a, b) => a.from - b.from,
  );
  return {
    title: titleWithout(
      text,
      tokens.filter(({ kind }) => kind !== "card"),
    ),
    tokens,
    due: dues.length > 0 || repeat ? due : null,
  };

  /** Parses what starts at a word. @returns the index after it, or undefined if nothing is recognized */
  function readAt(index: number): number | undefined {
    const word = words[index];
    if (!word || word.text === "") return undefined;
    // Of “Monday Ltd” the first word is no day; a name of one word is read where nothing else is.
    const ofSeveral = name && name.length > 1 ? cardAt(index) : undefined;
    if (ofSeveral !== undefined) return ofSeveral;
    const priority = has("priority") ? undefined : priorityOf(word, vocabularies);
    if (priority) return keep(index, index + 1, (range) => marks.push({ kind: "priority", ...range, value: priority }));
    if (isMention(word, vocabularies)) {
      const person = has("assignee") ? undefined : assigneeAt(words, index, directory);
      return person && keep(index, person.end, (range) => marks.push({ kind: "assignee", ...range, value: person.id }));
    }
    const reminder = has("reminder") ? undefined : firstOf(vocabularies, (v) => reminderAt(words, index, v));
    if (reminder)
      return keep(index, reminder.end, (range) => marks.push({ kind: "reminder", ...range, value: reminder.minutes }));
    const known = firstOf(vocabularies, (v) => lookUp(v.names, words, index));
    if (known) return known.end;
    const repeat =
      has("repeat") || isCounted(index) ? undefined : firstOf(vocabularies, (v) => repeatAt(words, index, v, present));
    if (repeat) {
      repeatEnd = repeat.end;
      return keep(index, repeat.end, (range) => marks.push({ kind: "repeat", ...range, value: repeat.value }));
    }
    const past = goesOn(words, index) ? firstOf(vocabularies, (v) => weekdayAfter(words, index, v)) : undefined;
    if (past) return past.end;
    const missing = { day: !dues.some(({ day }) => day), time: !dues.some(({ time }) => time) };
    const phrase =
      missing.day || missing.time ? dueAt(words, index, vocabularies, present, missing, index === repeatEnd) : undefined;
    if (phrase) return keep(index, phrase.end, (range) => dues.push({ ...range, day: phrase.day, time: phrase.time }));
    return cardAt(index);
  }

  /** “5 times a week” is not once a week; “at 10 every week” is. */
  function isCounted(index: number): boolean {
    const before = words[index - 1];
    return before !== undefined && /^\d+$/.test(before.text) && before.to !== dues.at(-1)?.to;
  }

  function cardAt(index: number): number | undefined {
    if (!card || !name || has("card") || !isNamedAt(words, index, name)) return undefined;
    return keep(index, index + name.length, (range) => marks.push({ kind: "card", ...range, value: card.id }));
  }

  function keep(index: number, end: number, add: (range: ReturnType<typeof rangeOf>) => void): number {
    const last = words[end - 1];
    const range = rangeOf({ from: words[index]?.from ?? 0, to: last ? endOf(last, end === words.length) : 0 });
    if (!asWords.includes(range.text)) add(range);
    return end;
  }

  function rangeOf({ from, to }: Range): Range & { readonly text: string } {
    return { from, to, text: text.slice(from, to) };
  }
}

/** A dot belongs to an ordinal (“3.”) and to an abbreviation inside a sentence, and otherwise ends the sentence. */
const endOf = ({ to, text, isDotted }: Word, isLast: boolean): number =>
  isDotted && (!isLast || /^\d+$/.test(text)) ? to + 1 : to;

/** “every Friday”, “last Friday”: a day that is not the one to come. */
const weekdayAfter = (words: readonly Word[], index: number, v: Vocabulary) =>
  v.notComing.has(words[index]?.text ?? "") ? lookUp(v.weekdays, words, index + 1) : undefined;

/** “@noa”, or in Hebrew with a prefix (“ל@נועה”). An address is none. */
const isMention = ({ text }: Word, vocabularies: readonly Vocabulary[]): boolean =>
  vocabularies.some(({ attached }) => /^@./.test(text.replace(attached, "")));

/** Whether the name stands at the word, in Hebrew also with a prefix (“לדנה”). */
function isNamedAt(words: readonly Word[], index: number, name: readonly Word[]): boolean {
  return name.every(({ text }, at) => {
    const written = words[index + at]?.text;
    if (written === undefined || text === "") return false;
    return written === text || (at === 0 && written.replace(hebrewPrefix, "") === text);
  });
}

function dueOf(parts: readonly DuePart[], repeat: Repeat | undefined, { today, now }: Present): Due {
  const day = parts.find((part) => part.day !== undefined)?.day;
  const time = parts.find((part) => part.time !== undefined)?.time ?? null;
  // A time alone is the next one.
  const from = day ?? (time !== null && time <= now ? (shiftedDay(today, 1, "day") ?? today) : today);
  return { day: repeat ? firstDue(repeat, from) : from, time };
}
