import { existingDay, numericDay, shiftedDay, upcoming } from "../../../kernel/written-dates.ts";
import { fold, type Word } from "./fold.ts";
import type { Half, Vocabulary } from "./vocabulary.ts";
import type { Ahead } from "./words/words.ts";

/** The typist's current time and time zone. */
export interface Present {
  /** `YYYY-MM-DD` and `HH:MM`. */
  readonly today: string;
  readonly now: string;
  /** ISO country: the order of day and month. */
  readonly region: string;
  /** 0 is Sunday: where next week begins. */
  readonly weekStart: number;
}

/** A phrase that was understood. */
export interface Phrase {
  /** The index of the word after it. */
  readonly end: number;
  readonly day?: string;
  readonly time?: string;
  /** Half of the day, if mentioned. */
  readonly half?: Half;
}

/** Whether a phrase can go on from a word to the next: there is no punctuation between them other than a dot. */
export function goesOn(words: readonly Word[], index: number): boolean {
  const next = words[index + 1];
  return words[index]?.stop === "" && next !== undefined && !next.opens;
}

/** Word count of the longest phrase that begins with a word, for each list of phrases. Most words begin none, and a text is looked up in dozens of lists at each word. */
const longest = new WeakMap<ReadonlyMap<string, unknown>, ReadonlyMap<string, number>>();

function longestOf(known: ReadonlyMap<string, unknown>): ReadonlyMap<string, number> {
  const counted = longest.get(known);
  if (counted) return counted;
  const counts = new Map<string, number>();
  for (const phrase of known.keys()) {
    const [first = "", ...others] = phrase.split(" ");
    counts.set(first, Math.max(counts.get(first) ?? 0, 1 + others.length));
  }
  longest.set(known, counts);
  return counts;
}

/** The longest phrase at a word that is known, with the index after it. */
export function lookUp<T>(
  known: ReadonlyMap<string, T>,
  words: readonly Word[],
  index: number,
): { readonly end: number; readonly value: T } | undefined {
  const first = words[index];
  const most = first && longestOf(known).get(first.text);
  if (most === undefined) return undefined;
  let best: { end: number; value: T } | undefined;
  let phrase = "";
  for (let at = index; at < index + most; at++) {
    const word = words[at];
    if (!word || (at > index && !goesOn(words, at - 1))) break;
    phrase = at === index ? word.text : `${phrase} ${word.text}`;
    const value = known.get(phrase);
    if (value !== undefined) best = { end: at + 1, value };
  }
  return best;
}

/** Units after numbers that look like dates or hours: “2.5 kg”, “в 2 раза”. */
const measures = new Set(
  "kg g km m cm mm l h kw kwh kwp mw mb gb inch inches % $ € £ ₪ ₽ ft кг км м шт раз раза руб".split(" ").map(fold),
);

export const isMeasured = (words: readonly Word[], end: number): boolean =>
  goesOn(words, end - 1) && measures.has(words[end]?.text ?? "");

/** Whether what follows a phrase can belong to it: parts of a date go together with a comma between them too. */
export function isBeside(words: readonly Word[], end: number): boolean {
  const next = words[end];
  return next !== undefined && !next.opens && ["", ","].includes(words[end - 1]?.stop ?? "");
}

/** A day at a word, with the preposition that belongs to it; undefined where there is none. */
export function dayAt(words: readonly Word[], index: number, v: Vocabulary, present: Present): Phrase | undefined {
  const [byDay, onDate] = [prepositionAt(v.before.day), prepositionAt(v.before.date)];
  return (
    (byDay && (ofNextWeek(words, byDay.end, v, present) ?? aheadAt(words, byDay.end, v, present))) ??
    (onDate && (weekdayAt(words, onDate.end, v, present, true) ?? dateAt(words, onDate.end, v, present))) ??
    ofNextWeek(words, index, v, present) ??
    aheadAt(words, index, v, present) ??
    weekdayAt(words, index, v, present, false) ??
    dateAt(words, index, v, present)
  );

  function prepositionAt(prepositions: ReadonlyMap<string, true>) {
    const found = lookUp(prepositions, words, index);
    return found && goesOn(words, found.end - 1) ? found : undefined;
  }
}

/** A date, with its weekday if that follows. */
function dateAt(words: readonly Word[], index: number, v: Vocabulary, present: Present): Phrase | undefined {
  const date = digitsAt(words, index, v, present) ?? namedAt(words, index, v, present);
  if (!date || !isBeside(words, date.end)) return date;
  const weekday = lookUp(v.weekdays, words, date.end);
  return weekday && weekday.value === weekdayOf(date.day ?? "") ? { ...date, end: weekday.end } : date;
}

/** “tomorrow”, “in 3 days”, “3 nap múlva”. */
function aheadAt(words: readonly Word[], index: number, v: Vocabulary, present: Present): Phrase | undefined {
  const tonight = lookUp(v.tonight, words, index);
  if (tonight) return { end: tonight.end, day: present.today, half: "p" };
  const said = lookUp(v.days, words, index);
  if (said) return after(said.end, 1, said.value, present);
  const before = lookUp(v.in, words, index);
  if (before && goesOn(words, before.end - 1)) {
    const counted = countedAt(words, before.end, v, true);
    if (counted) return after(counted.end, counted.count, counted.unit, present);
  }
  const counted = v.later.size > 0 ? countedAt(words, index, v, false) : undefined;
  if (!counted || !goesOn(words, counted.end - 1)) return undefined;
  const later = lookUp(v.later, words, counted.end);
  return later && after(later.end, counted.count, counted.unit, present);
}

/** A number of units, or a unit that is a number by itself (“неделю”, “שבועיים”). */
function countedAt(words: readonly Word[], index: number, v: Vocabulary, isAfterIn: boolean) {
  const word = words[index]?.text ?? "";
  const count = /^\d{1,4}$/.test(word) ? Number(word) : v.numbers.get(word);
  if (count !== undefined && goesOn(words, index)) {
    const unit = lookUp(v.units, words, index + 1);
    if (unit) return { end: unit.end, count, unit: unit.value };
  }
  const unit = isAfterIn && v.isOneImplied ? lookUp(v.units, words, index) : undefined;
  return unit && { end: unit.end, count: 1, unit: unit.value };
}

function after(end: number, times: number, [count, unit]: Ahead, { today, now }: Present): Phrase | undefined {
  const total = times * count;
  if (unit !== "hour" && unit !== "minute") {
    const day = shiftedDay(today, total, unit);
    return day === undefined ? undefined : { end, day };
  }
  const [hours = 0, minutes = 0] = now.split(":").map(Number);
  const at = hours * 60 + minutes + total * (unit === "hour" ? 60 : 1);
  const day = shiftedDay(today, Math.floor(at / 1440), "day");
  const time = `${String(Math.floor(at / 60) % 24).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`;
  return day === undefined ? undefined : { end, day, time };
}

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** “next week” at a word, with the index after it. */
function nextWeekAt(words: readonly Word[], index: number, v: Vocabulary): number | undefined {
  const said = lookUp(v.days, words, index);
  const isWeek = said?.value[0] === 1 && said.value[1] === "week";
  return isWeek ? said.end : undefined;
}

/** The index after a preposition of dates, if one is there. */
function afterPreposition(words: readonly Word[], index: number, v: Vocabulary): number {
  const found = lookUp(v.before.date, words, index);
  return found && goesOn(words, found.end - 1) ? found.end : index;
}

/** “next week on Tuesday”. */
function ofNextWeek(words: readonly Word[], index: number, v: Vocabulary, present: Present): Phrase | undefined {
  const end = nextWeekAt(words, index, v);
  if (end === undefined || !isBeside(words, end)) return undefined;
  const weekday = lookUp(v.weekdays, words, afterPreposition(words, end, v));
  return weekday && dayAhead(weekday.end, weekday.value, true, present);
}

/** “Friday” is the first one after today, “next Friday” the one of next week; “Friday, 4 December” is that date. */
function weekdayAt(
  words: readonly Word[],
  index: number,
  v: Vocabulary,
  present: Present,
  isAfterPreposition: boolean,
): Phrase | undefined {
  const next = lookUp(v.next.before, words, index);
  const prefix = next ?? lookUp(v.coming.before, words, index);
  if (prefix && !goesOn(words, prefix.end - 1)) return undefined;
  const at = prefix?.end ?? index;
  const named =
    lookUp(v.weekdays, words, at) ?? (prefix || isAfterPreposition ? lookUp(v.ambiguousWeekdays, words, at) : undefined);
  if (!named) return undefined;
  if (prefix || !isBeside(words, named.end)) return dayAhead(named.end, named.value, next !== undefined, present);

  const date = dateAt(words, afterPreposition(words, named.end, v), v, present);
  if (date) return date;
  if (!goesOn(words, named.end - 1)) return dayAhead(named.end, named.value, false, present);
  const nextEnd = lookUp(v.next.after, words, named.end)?.end ?? nextWeekAt(words, named.end, v);
  const comingEnd = lookUp(v.coming.after, words, named.end)?.end;
  return dayAhead(nextEnd ?? comingEnd ?? named.end, named.value, nextEnd !== undefined, present);
}

function dayAhead(end: number, weekday: number, isNextWeek: boolean, { today, weekStart }: Present): Phrase | undefined {
  const now = weekdayOf(today);
  const ahead = isNextWeek ? 7 - ((now - weekStart + 7) % 7) + ((weekday - weekStart + 7) % 7) : ((weekday - now + 6) % 7) + 1;
  const day = shiftedDay(today, ahead, "day");
  return day === undefined ? undefined : { end, day };
}

/** “3.12”, “3/12/26”, “2026-12-03”, “2026. 12. 3.” */
function digitsAt(words: readonly Word[], index: number, v: Vocabulary, present: Present): Phrase | undefined {
  if (v.spacedDates) {
    const spaced = spacedAt(words, index, v, present);
    if (spaced) return spaced;
  }
  const text = (words[index]?.text ?? "").replace(v.attached, "").replace(v.dayEndings, "").replace(/\.$/, "");
  const match = /^(\d{1,4})([-./])(\d{1,2})(?:\2(\d{1,4}))?$/.exec(text);
  if (!match) return undefined;
  const [, first = "", separator = "", second = "", third] = match;
  // Two numbers with a hyphen are a range; those with a dot, half past something, where no month has the second one's number.
  if (third === undefined && (separator === "-" || (separator === "." && Number(second) > 12))) return undefined;
  const end = index + 1;
  if (third === undefined && isMeasured(words, end)) return undefined;
  const day = numericDay(third === undefined ? [first, second] : [first, second, third], present, upcoming);
  return day === undefined ? undefined : { end, day };
}

/** Parts with a dot each, and spaces between them. */
function spacedAt(words: readonly Word[], index: number, v: Vocabulary, present: Present): Phrase | undefined {
  const parts: string[] = [];
  for (let at = index; parts.length < 3; at++) {
    const word = words[at];
    if (!word || (at > index && !goesOn(words, at - 1))) break;
    const number = word.isDotted ? word.text : word.text.replace(v.dayEndings, "");
    if (!/^\d{1,4}$/.test(number) || (!word.isDotted && number === word.text)) break;
    parts.push(number);
    if (!word.isDotted) break;
  }
  for (const length of [3, 2]) {
    if (parts.length < length || (length === 2 && (parts[0] ?? "").length > 2)) continue;
    const day = numericDay(parts.slice(0, length), present, upcoming);
    if (day !== undefined) return { end: index + length, day };
  }
  return undefined;
}

/** “3 Dec”, “December 3rd, 2026”, “2026. december 3-án”, “3 בדצמבר”. */
function namedAt(words: readonly Word[], index: number, v: Vocabulary, present: Present): Phrase | undefined {
  const number = dayNumberOf(words[index], v);
  if (number !== undefined && goesOn(words, index)) {
    const at = v.of.has(words[index + 1]?.text ?? "") && goesOn(words, index + 1) ? index + 2 : index + 1;
    const month = v.months.get(words[at]?.text ?? "");
    if (month !== undefined) return dated(words, at + 1, month, number, present);
  }
  const isYear = /^\d{4}$/.test(words[index]?.text ?? "") && goesOn(words, index);
  const at = isYear ? index + 1 : index;
  const month = v.months.get(words[at]?.text ?? "");
  if (month === undefined || !goesOn(words, at)) return undefined;
  const day = dayNumberOf(words[at + 1], v);
  if (day === undefined || isMeasured(words, at + 2)) return undefined;
  if (!isYear) return dated(words, at + 2, month, day, present);
  const found = existingDay(Number(words[index]?.text), month, day);
  return found === undefined ? undefined : { end: at + 2, day: found };
}

function dayNumberOf(word: Word | undefined, v: Vocabulary): number | undefined {
  const text = (word?.text ?? "").replace(v.attached, "").replace(v.dayEndings, "");
  return /^\d{1,2}$/.test(text) ? Number(text) : undefined;
}

/** Adds the year that may follow, with or without a comma. */
function dated(words: readonly Word[], end: number, month: number, day: number, present: Present): Phrase | undefined {
  const year = words[end];
  if (year && isBeside(words, end) && /^\d{4}$/.test(year.text)) {
    const found = existingDay(Number(year.text), month, day);
    if (found !== undefined) return { end: end + 1, day: found };
  }
  const found = upcoming(month, day, present.today);
  return found === undefined ? undefined : { end, day: found };
}
