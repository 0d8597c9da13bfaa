import { reminderOf, type ReminderMinutes } from "../../reminders/rules.ts";
import { goesOn, lookUp } from "./day-phrases.ts";
import type { Word } from "./fold.ts";
import type { Vocabulary } from "./vocabulary.ts";

export interface ReminderPhrase {
  /** The index of the word after it. */
  readonly end: number;
  readonly minutes: ReminderMinutes;
}

/**
 * How long before it is due one is to be reminded, at a word: “remind me 10 min before”. Undefined where none is said, and for times that cannot be chosen: those
 * stay in the title.
 */
export function reminderAt(
  words: readonly Word[],
  index: number,
  { reminders, numbers }: Vocabulary,
): ReminderPhrase | undefined {
  const said = lookUp(reminders.words, words, index);
  if (!said || !goesOn(words, said.end - 1)) return undefined;
  const lead = lookUp(reminders.leads, words, said.end);
  if (lead && !goesOn(words, lead.end - 1)) return undefined;
  const length = lengthAt(words, lead?.end ?? said.end, numbers, reminders.units);
  if (!length) return undefined;
  const trail = goesOn(words, length.end - 1) ? lookUp(reminders.trails, words, length.end) : undefined;
  // “За 10 минут” says it already; “remind 10 min” does not.
  if (!lead && !trail) return undefined;
  const minutes = reminderOf(length.minutes);
  return minutes === null ? undefined : { end: trail?.end ?? length.end, minutes };
}

interface Length {
  readonly end: number;
  readonly minutes: number;
}

/** “10 min”, “10min”, “an hour”, “half an hour”. */
function lengthAt(
  words: readonly Word[],
  index: number,
  numbers: Vocabulary["numbers"],
  units: Vocabulary["reminders"]["units"],
): Length | undefined {
  const glued = /^(\d{1,4})(\D+)$/.exec(words[index]?.text ?? "");
  const unitOfGlued = glued && units.get(glued[2] ?? "");
  if (glued && unitOfGlued) return { end: index + 1, minutes: Number(glued[1]) * unitOfGlued };
  const alone = lookUp(units, words, index);
  if (alone) return { end: alone.end, minutes: alone.value };
  const text = words[index]?.text ?? "";
  const count = /^\d{1,4}$/.test(text) ? Number(text) : numbers.get(text);
  if (count === undefined || !goesOn(words, index)) return undefined;
  const unit = lookUp(units, words, index + 1);
  return unit && { end: unit.end, minutes: count * unit.value };
}
