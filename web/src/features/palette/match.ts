/** Rows of the keyboards of the app's languages, key by key. */
const latin = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const hebrew = "/'קראטוןםפ][שדגכעיחלךף,זסבהנמצתץ";
const russian = "йцукенгшщзхъфывапролджэячсмитьбю";

const table = (from: string, to: string): ReadonlyMap<string, string> =>
  new Map([...from].map((letter, index) => [letter, [...to][index] ?? letter]));
const mistakes = [table(hebrew, latin), table(russian, latin), table(latin, hebrew), table(latin, russian)];
const retyped = (text: string, keys: ReadonlyMap<string, string>): string =>
  [...text].map((letter) => keys.get(letter) ?? letter).join("");

const finals: Readonly<Record<string, string>> = { ך: "כ", ם: "מ", ן: "נ", ף: "פ", ץ: "צ" };

/** Without case, accents, niqqud and final forms. */
const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[ךםןףץ]/g, (letter) => finals[letter] ?? letter);

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

function isSubsequence(letters: string, text: string): boolean {
  let at = 0;
  for (const letter of text) if (letter === letters[at]) at++;
  return at === letters.length;
}

/** Score of a folded query against folded words; 0 if it does not match. */
function fit(query: string, text: string): number {
  const words = wordsOf(text);
  const asked = wordsOf(query);
  if (asked.length === 0) return 0;
  if (text.startsWith(query)) return 5;
  if (asked.every((part) => words.some((word) => word.startsWith(part)))) return 4;
  const initials = words.map((word) => word[0]).join("");
  if (asked.length === 1 && query.length > 1 && initials.includes(query)) return 3;
  if (asked.every((part) => text.includes(part))) return 2;
  return asked.length === 1 && query.length > 2 && isSubsequence(query, words.join("")) ? 1 : 0;
}

/**
 * How well what was typed names a text, 0 to 10: from its beginning, by the beginnings or initials of its words, inside them, by its letters in order. What
 * was typed on the wrong layout counts as what was meant, a little less.
 */
export function scoreOf(typed: string, text: string): number {
  const query = fold(typed).trim();
  if (query === "") return 0;
  const folded = fold(text);
  const own = fit(query, folded) * 2;
  if (own > 2) return own;
  const raw = typed.toLowerCase().trim();
  const meant = mistakes.map((keys) => fit(fold(retyped(raw, keys)), folded)).filter((score) => score > 1);
  return Math.max(own, ...meant.map((score) => score * 2 - 1));
}

/** Ranges `[from, to)` of typed words that begin words of a name, in order, for underlining. */
export function marksIn(name: string, typed: string): [number, number][] {
  const lower = name.toLowerCase();
  // Lower case may be longer (İ); offsets then would not be the name's.
  if (lower.length !== name.length) return [];
  const marks: [number, number][] = [];
  for (const part of wordsOf(typed.toLowerCase())) {
    for (const { index, 0: word } of lower.matchAll(/[\p{L}\p{N}]+/gu)) {
      if (word.startsWith(part) && !marks.some(([from, to]) => index < to && index + part.length > from))
        marks.push([index, index + part.length]);
    }
  }
  return marks.sort((a, b) => a[0] - b[0]);
}
