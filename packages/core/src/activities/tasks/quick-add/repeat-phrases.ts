import { longestInterval } from "../../recurrence/limits.ts";
import { weekdayNumbered, workdaysIn } from "../../recurrence/weeks.ts";
import { dayAt, goesOn, isBeside, lookUp, type Present } from "./day-phrases.ts";
import type { Word } from "./fold.ts";
import type { Repeat } from "./repeat.ts";
import { timeAt } from "./time-phrases.ts";
import type { Vocabulary } from "./vocabulary.ts";
import type { Period } from "./words/words.ts";

export interface RepeatPhrase {
  /** The index of the word after it. */
  readonly end: number;
  readonly value: Repeat;
}

/** A repetition at a word: “every Thursday”, “every 2 weeks”, “weekly”; the longest reading of several. */
export function repeatAt(words: readonly Word[], index: number, v: Vocabulary, present: Present): RepeatPhrase | undefined {
  const said = lookUp(v.repeats.phrases, words, index) ?? countedAt(words, index, v) ?? adjectiveAt(words, index, v, present);
  const readings = [
    said && periodic(said.end, 1, said.value, present),
    everyAt(words, index, v, present),
    weekdaysAt(words, index, v.repeats.eachWeekday, 1, v),
  ].filter((reading) => reading !== undefined);
  const longest = readings.toSorted((a, b) => b.end - a.end)[0];
  return longest && longest.value.every <= longestInterval ? withDays(words, longest, v) : undefined;
}

/** “2 hetente”. */
function countedAt(words: readonly Word[], index: number, v: Vocabulary) {
  const count = numberAt(words[index], v);
  const unit = count !== undefined && goesOn(words, index) ? lookUp(v.repeats.counted, words, index + 1) : undefined;
  return unit && { end: unit.end, value: [(count ?? 1) * unit.value[0], unit.value[1]] as const };
}

/** “Standup daily at 9”; in “the weekly report” it says what kind of report it is. */
function adjectiveAt(words: readonly Word[], index: number, v: Vocabulary, present: Present) {
  const said = lookUp(v.repeats.adjectives, words, index);
  const next = said && words[said.end];
  if (!said || !next || !goesOn(words, said.end - 1) || /^[#@]/.test(next.text) || v.afterHour.has(next.text)) return said;
  return (timeAt(words, said.end, v, true) ?? dayAt(words, said.end, v, present)) ? said : undefined;
}

function everyAt(words: readonly Word[], index: number, v: Vocabulary, present: Present): RepeatPhrase | undefined {
  const every = lookUp(v.repeats.every, words, index);
  if (!every || !goesOn(words, every.end - 1)) return undefined;
  const other = lookUp(v.repeats.other, words, every.end);
  const count = other ? 2 : numberAt(words[every.end], v);
  const at = other?.end ?? every.end + 1;
  const counted = count !== undefined && goesOn(words, at - 1) ? unitAt(words, at, v) : undefined;
  if (counted) return periodic(counted.end, count ?? 1, counted.value, present);
  const days = other
    ? goesOn(words, at - 1) && weekdaysAt(words, at, v.repeats.weekdays, 2, v)
    : weekdaysAt(words, every.end, v.repeats.weekdays, 1, v);
  if (days) return days;
  const unit = unitAt(words, every.end, v);
  return unit && periodic(unit.end, 1, unit.value, present);
}

/** “2”, “2nd”, “two”. */
function numberAt(word: Word | undefined, v: Vocabulary): number | undefined {
  const text = word?.text ?? "";
  const digits = text.replace(v.dayEndings, "");
  const number = /^\d{1,4}$/.test(digits) ? Number(digits) : v.numbers.get(text);
  return number === 0 ? undefined : number;
}

function unitAt(words: readonly Word[], index: number, v: Vocabulary) {
  const unit = lookUp(v.repeats.units, words, index);
  if (unit) return unit;
  const timed = lookUp(v.units, words, index);
  if (!timed) return undefined;
  const [count, name] = timed.value;
  return name === "hour" || name === "minute" ? undefined : { end: timed.end, value: [count, name] as const };
}

function periodic(end: number, times: number, [count, unit]: Period, { region }: Present): RepeatPhrase {
  const every = times * count;
  return unit === "workday"
    ? { end, value: { every, unit: "week", weekdays: workdaysIn(region), monthDay: null } }
    : { end, value: { every, unit, weekdays: [], monthDay: null } };
}

/** One weekday, or several: “Monday, Wednesday and Friday”. */
function weekdaysAt(
  words: readonly Word[],
  index: number,
  forms: ReadonlyMap<string, number>,
  every: number,
  v: Vocabulary,
): RepeatPhrase | undefined {
  const days: number[] = [];
  let end = index;
  for (let found = lookUp(forms, words, index); found; found = another(words, end, v)) {
    days.push(found.value);
    end = found.end;
  }
  return days.length === 0
    ? undefined
    : { end, value: { every, unit: "week", weekdays: days.map(weekdayNumbered), monthDay: null } };
}

function another(words: readonly Word[], end: number, v: Vocabulary) {
  if (!isBeside(words, end)) return undefined;
  const and = lookUp(v.repeats.and, words, end);
  if (and) return goesOn(words, and.end - 1) ? lookUp(v.repeats.furtherWeekdays, words, and.end) : undefined;
  return lookUp(words[end - 1]?.stop === "," ? v.repeats.furtherWeekdays : v.repeats.joinedWeekdays, words, end);
}

/** Every week “on Tuesday”, every month “on the 5th”. */
function withDays(words: readonly Word[], phrase: RepeatPhrase, v: Vocabulary): RepeatPhrase {
  const { end, value } = phrase;
  if (value.weekdays.length > 0 || !goesOn(words, end - 1)) return phrase;
  const preposition = lookUp(v.before.date, words, end);
  const at = preposition && goesOn(words, preposition.end - 1) ? preposition.end : end;
  if (value.unit === "week") return weekdaysAt(words, at, v.weekdays, value.every, v) ?? phrase;
  const day = value.unit === "month" ? monthDayAt(words, at, v) : undefined;
  return day ? { end: day.end, value: { ...value, monthDay: day.value } } : phrase;
}

function monthDayAt(words: readonly Word[], index: number, v: Vocabulary) {
  const text = words[index]?.text ?? "";
  const digits = text.replace(v.attached, "").replace(v.dayEndings, "");
  if (!/^\d{1,2}$/.test(digits) || Number(digits) < 1 || Number(digits) > 31) return undefined;
  const ofMonth = goesOn(words, index) ? lookUp(v.repeats.ofMonth, words, index + 1) : undefined;
  // “Every month 5 invoices” names no day, and “on the 5th of December” is a date.
  if (!ofMonth && digits === text) return undefined;
  const next = v.of.has(words[index + 1]?.text ?? "") ? index + 2 : index + 1;
  if (!ofMonth && v.months.has(words[next]?.text ?? "")) return undefined;
  return { end: ofMonth?.end ?? index + 1, value: Number(digits) };
}
