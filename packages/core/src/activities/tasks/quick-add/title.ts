/** A part of a text. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

const isIn = (characters: string, text: string, at: number): boolean => {
  const character = text.at(at);
  return character !== undefined && characters.includes(character);
};

/** The text without some parts of it: single spaces where they were, and no punctuation left alone by them. */
export function titleWithout(text: string, ranges: readonly Range[]): string {
  if (ranges.length === 0) return text.trim();
  let title = "";
  let from = 0;
  for (const range of ranges) {
    title = joined(title, text.slice(from, range.from));
    from = range.to;
  }
  return withoutEnd(joined(title, text.slice(from)));
}

function joined(before: string, after: string): string {
  const left = before.trimEnd();
  const right = after.trimStart();
  if (left === "") return withoutStart(right);
  if (right === "") return left;
  if (isIn(",;:.!?)]}", right, 0)) {
    const bare = isIn(",;:", left, -1) ? left.slice(0, -1).trimEnd() : left;
    // A bracket that held only what is gone.
    const isEmptied = isIn("([{", bare, -1) && isIn(")]}", right, 0);
    return isEmptied ? joined(bare.slice(0, -1), right.slice(1)) : `${bare}${right}`;
  }
  return isIn("([{", left, -1) ? `${left}${right}` : `${left} ${right}`;
}

function withoutStart(text: string): string {
  let from = 0;
  while (isIn(",;:.!?–—", text, from) || /\s/.test(text[from] ?? "")) from++;
  return text.slice(from);
}

function withoutEnd(text: string): string {
  let to = text.length;
  while (to > 0 && (isIn(",;:–—-", text, to - 1) || /\s/.test(text[to - 1] ?? ""))) to--;
  return text.slice(0, to);
}
