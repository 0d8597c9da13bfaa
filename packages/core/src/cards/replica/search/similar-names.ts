import { words } from "../../../kernel/fold.ts";
import { scriptOf, skeletons } from "./transliterate.ts";
import { editDistance } from "./typos.ts";

/** Legal forms that companies append to their names; two companies are not distinguished by them. Folded. */
const legalForms = new Set(
  "ltd limited inc incorporated llc llp plc corp corporation co company gmbh ag kg kft zrt nyrt bt sa sarl srl bv oy ab as ооо ао зао пао ип בעמ".split(
    " ",
  ),
);

/** The distinctive words of a name; all of them where there are no others. */
function distinctiveWords(name: string): readonly string[] {
  const all = words(name);
  const distinctive = all.filter((word) => !legalForms.has(word));
  return distinctive.length > 0 ? distinctive : all;
}

/** The same word, one that sounds like it in another script, or a longer one with one error in it. */
function isLike(one: string, other: string): boolean {
  if (one === other) return true;
  const [script, otherScript] = [scriptOf(one), scriptOf(other)];
  if (script !== otherScript) {
    if (!script || !otherScript) return false;
    const sounds = skeletons(other, otherScript);
    return skeletons(one, script).some((skeleton) => sounds.includes(skeleton));
  }
  // Numbers that differ in one digit are different numbers.
  return script !== undefined && Math.min(one.length, other.length) >= 5 && editDistance(one, other, 1) <= 1;
}

/**
 * Whether two names may belong to one person or company: the same words in any order, in any scripts, with a typing error here and there and with or without a
 * legal form. Names of two words and more may have one more word than the other.
 */
export function areSimilarNames(one: string, other: string): boolean {
  const [shorter = [], longer = []] = [distinctiveWords(one), distinctiveWords(other)].toSorted((a, b) => a.length - b.length);
  if (shorter.length === 0) return false;
  const left = [...longer];
  for (const word of shorter) {
    const at = left.findIndex((candidate) => isLike(word, candidate));
    if (at === -1) return false;
    left.splice(at, 1);
  }
  return left.length === 0 || (shorter.length >= 2 && left.length === 1);
}

/** The query that finds similar names. */
export const searchedName = (name: string): string => distinctiveWords(name).join(" ");
