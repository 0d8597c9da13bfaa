import { fitsName, words } from "../../../kernel/fold.ts";
import { readings, scriptOf } from "./transliterate.ts";

/** Letters with which no consonant begins: Anna and אנה, but neither Noa nor נועה. */
const vowels = /^[aeiouyאעיаеёиоуыэюя]/u;

/**
 * Whether a word of a name, in one script, sounds like what was typed in another: נועה and Noa. Words of one consonant count too, if both or neither begin with a
 * vowel: who is looked for is one of a few. Both are folded.
 * @param isBegun whether the end of the word may still be missing
 */
export function wordSoundsLike(own: string, typed: string, isBegun = false): boolean {
  const [script, typedIn] = [scriptOf(own), scriptOf(typed)];
  if (!script || !typedIn || script === typedIn) return false;
  if (vowels.test(own) !== vowels.test(typed)) return false;
  const sounds = readings(own, script);
  return readings(typed, typedIn).some(
    (reading) => reading !== "" && sounds.some((sound) => (isBegun ? sound.startsWith(reading) : sound === reading)),
  );
}

/** Whether each typed word begins a word of the name, as it is written or as it sounds in another script. Nothing typed fits every name. */
export function fitsNameAsSpoken(name: string, typed: string): boolean {
  const queried = words(typed);
  if (queried.length === 0) return typed.trim() === "";
  const own = words(name);
  return queried.every((word) => own.some((each) => each.startsWith(word) || wordSoundsLike(each, word, true)));
}

/** Those whose names fit what was typed: first as they are written, then as they sound. */
export const whoFit = <T extends { readonly name: string }>(all: readonly T[], typed: string): readonly T[] => {
  const written = all.filter(({ name }) => fitsName(name, typed));
  const spoken = all.filter((one) => !written.includes(one) && fitsNameAsSpoken(one.name, typed));
  return [...written, ...spoken];
};
