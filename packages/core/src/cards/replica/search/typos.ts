import { trigrams } from "./search-terms.ts";

/**
 * FTS5 query over trigrams for words that may be misspelt. One error spoils at most three neighboring trigrams of a word, its ends included, so one run of the
 * others stays intact: the first ones or the last ones. Undefined when no word is long enough to be recognized.
 */
export function typosQuery(queried: readonly string[]): string | undefined {
  const long = queried.filter((word) => [...word].length >= 4);
  if (long.length === 0) return undefined;
  const runs = long.map((word) => {
    const all = trigrams(` ${word} `);
    const run = Math.max(1, Math.ceil((all.length - 3) / 2));
    const phrase = (part: readonly string[]) => `(${part.map((trigram) => `"${trigram}"`).join(" AND ")})`;
    return `(${phrase(all.slice(0, run))} OR ${phrase(all.slice(-run))})`;
  });
  return runs.join(" AND ");
}

/** Similarity of the words to the best ones of the name: 1 for equal, 0 if one of them resembles none. */
export function similarity(queried: readonly string[], name: readonly string[]): number {
  let least = 1;
  for (const word of queried) {
    let best = 0;
    for (const own of name) best = Math.max(best, wordSimilarity(word, own));
    least = Math.min(least, best);
  }
  return least;
}

function wordSimilarity(word: string, own: string): number {
  if (own.startsWith(word)) return 1;
  const errors = word.length >= 8 ? 2 : 1;
  // The end of a word may still be missing: it is then compared with as much of the other.
  const distance = Math.min(
    editDistance(word, own, errors),
    word.length >= 5 ? editDistance(word, own.slice(0, word.length), errors) : Infinity,
  );
  return distance > errors ? 0 : 1 - distance / (word.length + 1);
}

/** Insertions, deletions, substitutions and swaps of neighbours (Damerau's, each stretch edited once); above `most`, something greater than it. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      current.push(cost);
    }
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? most + 1;
}
