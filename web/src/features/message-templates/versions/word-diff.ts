import { piecesOf } from "../text/variable.ts";

/** A stretch of two texts: what both have, or one of them. */
export interface Stretch {
  readonly of: "both" | "before" | "after";
  readonly text: string;
}

/** Words, the spaces between them, and variables as a whole: what differs is read in these. */
const wordsIn = (text: string): string[] =>
  piecesOf(text).flatMap((piece) => {
    if ("variable" in piece) return [piece.variable];
    if ("logic" in piece) return [piece.logic];
    return piece.text.match(/\s+|[^\s]+/g) ?? [];
  });

/** Above this, everything between the common beginning and end is shown as replaced: comparing it would be slow, and the result unreadable. */
const mostPairs = 4_000_000;

/** What two texts have in common and what either has alone, in their order: everything but "after" is the first text, and everything but "before" the second. */
export function wordDiff(before: string, after: string): Stretch[] {
  const [a, b] = [wordsIn(before), wordsIn(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const middle = changedIn(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return joined([
    ...a.slice(0, start).map((text) => ({ of: "both" as const, text })),
    ...middle,
    ...a.slice(a.length - end).map((text) => ({ of: "both" as const, text })),
  ]);
}

/** By the longest common subsequence. */
function changedIn(a: readonly string[], b: readonly string[]): Stretch[] {
  const width = b.length + 1;
  if (a.length * b.length > mostPairs)
    return [...a.map((text) => ({ of: "before" as const, text })), ...b.map((text) => ({ of: "after" as const, text }))];
  /** At `i * width + j`: how long it is of a from i on and b from j on. */
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const stretches: Stretch[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [mine, theirs] = [a[i], b[j]];
    if (mine !== undefined && mine === theirs) {
      stretches.push({ of: "both", text: mine });
      i++;
      j++;
    } else if (mine !== undefined && (theirs === undefined || at(i + 1, j) >= at(i, j + 1))) {
      stretches.push({ of: "before", text: mine });
      i++;
    } else {
      stretches.push({ of: "after", text: theirs ?? "" });
      j++;
    }
  }
  return stretches;
}

function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const { of, text } of stretches) {
    const last = result.at(-1);
    if (last?.of === of) result[result.length - 1] = { of, text: last.text + text };
    else result.push({ of, text });
  }
  return result;
}
