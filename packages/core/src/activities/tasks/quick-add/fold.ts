/** A word as it is compared: without case, accents, niqqud and marks of direction, with one kind of hyphen and of apostrophe. */
export const fold = (word: string): string =>
  word
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .replace(/[\u05be\u2010-\u2015\u2212]/g, "-")
    .replace(/[\u05f3\u2018\u2019`´]/g, "'")
    .replace(/[\u05f4\u201c\u201d]/g, '"');

/** A word of a text. */
export interface Word {
  /** Position in the text, without surrounding punctuation. */
  readonly from: number;
  readonly to: number;
  /** Folded. */
  readonly text: string;
  /** Punctuation before it, which no phrase continues across. */
  readonly opens: boolean;
  /** Punctuation directly after the word, other than a dot: a comma, a colon or a bracket; empty for a space. */
  readonly stop: string;
  /** Whether a dot follows: the end of a sentence, of an abbreviation, or of an ordinal (“3.”). */
  readonly isDotted: boolean;
}

const opening = new Set('([{<"«„“‚¿¡*_–—-');
const closing = new Set(')]}>"»”,;:!?…*_');

/** A longer word is no date, and folding it would only take time. */
const longestWord = 60;

export function wordsIn(text: string): Word[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: raw, index }) => {
    let from = 0;
    let to = raw.length;
    while (from < to - 1 && opening.has(raw[from] ?? "")) from++;
    while (to > from && closing.has(raw[to - 1] ?? "")) to--;
    const stop = raw.slice(to);
    const isDotted = to - from > 1 && raw[to - 1] === ".";
    if (isDotted) to--;
    const word = raw.slice(from, to);
    return {
      from: index + from,
      to: index + to,
      text: word.length > longestWord ? "" : fold(word),
      opens: from > 0,
      stop,
      isDotted,
    };
  });
}
