import { numericTime } from "../../../kernel/written-dates.ts";
import { goesOn, lookUp, type Phrase } from "./day-phrases.ts";
import type { Word } from "./fold.ts";
import type { Half, Vocabulary } from "./vocabulary.ts";

/** A time that was understood. */
export interface TimePhrase extends Phrase {
  readonly time: string;
  /** A number that may count something else. */
  readonly isBare: boolean;
  readonly hasPreposition: boolean;
}

/**
 * A time at a word, with its preposition.
 * @param isPrefixed a day or a half of it stands before, so that “10” and “10.30” are hours
 */
export function timeAt(words: readonly Word[], index: number, v: Vocabulary, isPrefixed: boolean): TimePhrase | undefined {
  const said = lookUp(v.times, words, index);
  if (said) return { end: said.end, time: said.value, isBare: false, hasPreposition: false };

  const half = lookUp(v.halves.before, words, index);
  if (half && goesOn(words, half.end - 1)) {
    const found = timeAt(words, half.end, v, true);
    if (found) return { end: found.end, time: inHalf(found.time, half.value), isBare: false, hasPreposition: false };
  }
  const { hour, perhapsHour, clock } = v.before;
  for (const prepositions of [hour, perhapsHour, clock]) {
    const preposition = lookUp(prepositions, words, index);
    if (!preposition || !goesOn(words, preposition.end - 1)) continue;
    const found = hourAt(words, preposition.end, v, prepositions !== clock);
    if (found) return { ...found, isBare: found.isBare && prepositions !== hour, hasPreposition: true };
  }
  return hourAt(words, index, v, isPrefixed);
}

/** An hour in digits, with what follows it. */
function hourAt(words: readonly Word[], index: number, v: Vocabulary, isAfterWord: boolean): TimePhrase | undefined {
  const text = words[index]?.text ?? "";
  const unattached = text.replace(v.attached, "");
  const isPrefixed = isAfterWord || unattached !== text;
  const hasEnding = v.hourEndings.test(unattached);
  const hasClockEnding = !hasEnding && v.clockEndings.test(unattached);
  const number = hasEnding ? unattached.replace(v.hourEndings, "") : unattached.replace(v.clockEndings, "");
  const [, hours, separator, minutes = "00", letter] = /^(\d{1,2})(?:([:.])(\d{2}))?(?:([ap])\.?m)?$/.exec(number) ?? [];
  if (hours === undefined || (hasClockEnding && separator !== ":")) return undefined;

  let end = index + 1;
  let isSure = separator === ":" || letter !== undefined || hasEnding;
  const next = goesOn(words, index) ? (words[end]?.text ?? "") : "";
  if (v.atOClock.has(next) || (isPrefixed && v.oClock.has(next))) {
    isSure = true;
    end++;
  }
  const half = letter === undefined && goesOn(words, end - 1) ? halfAfter(words, end, v, isPrefixed) : undefined;
  if (half) {
    isSure = true;
    end = half.end;
  }
  if (!isSure && !isPrefixed) return undefined;
  const time = numericTime(`${hours}:${minutes}${letter ?? ""}`);
  if (time === undefined) return undefined;
  return {
    end,
    time: half ? inHalf(time, half.value) : time,
    isBare: !isSure && separator === undefined,
    hasPreposition: unattached !== text,
  };
}

const halfAfter = (words: readonly Word[], index: number, v: Vocabulary, isPrefixed: boolean) =>
  lookUp(v.halves.after, words, index) ?? (isPrefixed ? lookUp(v.halves.afterPrefixed, words, index) : undefined);

/** 7 in the evening is 19; what is after noon already stays. */
export function inHalf(time: string, half: Half): string {
  const hours = Number(time.slice(0, 2));
  const hour = hours > 12 || hours === 0 ? hours : (hours % 12) + (half === "p" ? 12 : 0);
  return `${String(hour).padStart(2, "0")}${time.slice(2)}`;
}
