import { dayAt, isBeside, isMeasured, type Phrase, type Present } from "./day-phrases.ts";
import type { Word } from "./fold.ts";
import { repeatAt } from "./repeat-phrases.ts";
import { inHalf, timeAt, type TimePhrase } from "./time-phrases.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Parts that are still missing: a task has one day and one time. */
export interface Missing {
  readonly day: boolean;
  readonly time: boolean;
}

/**
 * Parses a due date at a word: a day, a time, or both in either order; undefined if neither of the missing parts is there.
 * @param isAfterRepeat whether “every Friday” is before it, which makes a number an hour as a day does
 */
export function dueAt(
  words: readonly Word[],
  index: number,
  vocabularies: readonly Vocabulary[],
  present: Present,
  missing: Missing,
  isAfterRepeat: boolean,
): Phrase | undefined {
  const dayHere = (at: number) => firstOf(vocabularies, (v) => dayAt(words, at, v, present));
  const repeatHere = (at: number) => firstOf(vocabularies, (v) => repeatAt(words, at, v, present));
  const timeHere = (at: number, isAfterDay: boolean): TimePhrase | undefined =>
    firstOf(vocabularies, (v) => {
      const found = timeAt(words, at, v, isAfterDay);
      if (!found?.isBare || isHour(words, at, found, v, isAfterDay)) return found;
      const isBeforeDay = !isAfterDay && isBeside(words, found.end) && (dayHere(found.end) ?? repeatHere(found.end));
      return missing.day && isBeforeDay ? found : undefined;
    });

  const clock = missing.time ? timeHere(index, isAfterRepeat) : undefined;
  const day = missing.day ? dayHere(index) : undefined;
  // “До 10 декабря” is a day, although “до 10” could be an hour; “в 10.30” could be a day, but is an hour.
  if (day && (!clock || day.end >= clock.end)) {
    if (day.time !== undefined) return missing.time ? day : undefined;
    const time = missing.time && isBeside(words, day.end) ? timeHere(day.end, true) : undefined;
    if (!time) return day;
    return { end: time.end, day: day.day ?? present.today, time: day.half ? inHalf(time.time, day.half) : time.time };
  }
  if (!clock) return undefined;
  const next = missing.day && isBeside(words, clock.end) ? dayHere(clock.end) : undefined;
  return next && next.time === undefined ? { end: next.end, day: next.day ?? present.today, time: clock.time } : clock;
}

/** First result that any of the vocabularies finds. */
export function firstOf<T>(vocabularies: readonly Vocabulary[], find: (vocabulary: Vocabulary) => T | undefined): T | undefined {
  for (const vocabulary of vocabularies) {
    const found = find(vocabulary);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a bare number is an hour: nothing follows it that could be counted (“в 10 магазинов”). */
function isHour(words: readonly Word[], index: number, found: TimePhrase, v: Vocabulary, isAfterDay: boolean): boolean {
  if (isMeasured(words, found.end)) return false;
  if (found.hasPreposition && (isAfterDay || index === 0)) return true;
  const next = words[found.end];
  if (!next || next.opens || words[found.end - 1]?.stop !== "") return true;
  return /^[#@]/.test(next.text) || v.afterHour.has(next.text);
}
