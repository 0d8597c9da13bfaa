import type { Piece } from "./variable.ts";

export const markNames = ["bold", "strike", "italic", "code"] as const;
export type MarkName = (typeof markNames)[number];

/** Text or a variable, with its marks. */
export interface Inline {
  readonly source: string;
  readonly isVariable: boolean;
  readonly marks: readonly MarkName[];
}

const signOf: Readonly<Record<MarkName, string>> = { bold: "**", strike: "~~", italic: "*", code: "`" };

/** One character for CommonMark's delimiter rules: a letter, a variable, logic, or an escaped sign. */
interface Unit {
  readonly source: string;
  readonly isVariable: boolean;
  /** The letter that decides whether a sign beside it opens or closes. */
  readonly seen: string;
}

function unitsOf(pieces: readonly Piece[]): Unit[] {
  return pieces.flatMap((piece): Unit[] => {
    if ("variable" in piece) return [{ source: piece.variable, isVariable: true, seen: "x" }];
    if ("logic" in piece) return [{ source: piece.logic, isVariable: false, seen: "x" }];
    return (piece.text.match(/\\[!-/:-@[-`{-~]|[^]/g) ?? []).map((source) => ({
      source,
      isVariable: false,
      seen: source.length > 1 ? "." : source,
    }));
  });
}

const isSpace = (letter: string | undefined): boolean => letter === undefined || /\s/.test(letter);
const isSign = (letter: string | undefined): boolean => letter !== undefined && /[\p{P}\p{S}]/u.test(letter);

/** CommonMark's flanking rules: a sign that opens stands before its words, one that closes behind them. */
const opens = (before: string | undefined, after: string | undefined): boolean =>
  !isSpace(after) && (!isSign(after) || isSpace(before) || isSign(before));
const closes = (before: string | undefined, after: string | undefined): boolean => opens(after, before);

/** Marks that last longer stay signs: nobody writes them, and looking for their ends would take long. */
const longest = 2000;

interface Span {
  readonly mark: MarkName;
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

/** The marked span that starts at `at`, if any. */
function spanAt(seen: string, at: number, until: number): Span | undefined {
  const mark = markNames.find((name) => seen.startsWith(signOf[name], at));
  if (!mark) return undefined;
  const sign = signOf[mark];
  const letter = sign.charAt(0);
  const from = at + sign.length;
  const isCode = mark === "code";
  if (isCode ? seen[from] === letter || seen[at - 1] === letter : !opens(seen[at - 1], seen[from])) return undefined;
  // Characters outside the enclosing span do not count.
  const isLetter = (index: number) => index >= from && index < until && seen[index] === letter;
  const last = Math.min(until, from + longest) - sign.length;
  for (let to = seen.indexOf(sign, from + 1); to >= 0 && to <= last; to = seen.indexOf(sign, to + 1)) {
    // In a run of delimiters the inner ones belong to nested marks.
    if (mark !== "italic" && isLetter(to + sign.length)) continue;
    if (mark === "italic" && (isLetter(to - 1) || isLetter(to + 1))) continue;
    if (isCode || closes(seen[to - 1], seen[to + sign.length])) return { mark, from, to, end: to + sign.length };
  }
  return undefined;
}

function marked(units: readonly Unit[], seen: string, from: number, until: number, marks: readonly MarkName[]): Inline[] {
  const inlines: Inline[] = [];
  const has = new Set(marks);
  for (let at = from; at < until;) {
    const span = has.has("code") ? undefined : spanAt(seen, at, until);
    if (span && !has.has(span.mark)) {
      inlines.push(...marked(units, seen, span.from, span.to, [...marks, span.mark]));
      at = span.end;
      continue;
    }
    const unit = units[at];
    const last = inlines.at(-1);
    if (unit) {
      if (
        last &&
        !last.isVariable &&
        !unit.isVariable &&
        last.marks.length === marks.length &&
        last.marks.every((mark) => has.has(mark))
      )
        inlines[inlines.length - 1] = { ...last, source: last.source + unit.source };
      else inlines.push({ source: unit.source, isVariable: unit.isVariable, marks });
    }
    at++;
  }
  return inlines;
}

/** Leading and trailing space: delimiters must not have space inside them. */
const trimmed = /^(\s*)([^]*?)(\s*)$/;

/** The stored source, with the delimiters of its marks. */
export function sourceOf(inlines: readonly Inline[], open: readonly MarkName[] = []): string {
  let written = "";
  for (let at = 0; at < inlines.length;) {
    const lengths = markNames
      .filter((mark) => !open.includes(mark) && inlines[at]?.marks.includes(mark))
      .map((mark) => {
        const end = inlines.findIndex((inline, index) => index > at && !inline.marks.includes(mark));
        return { mark, end: end < 0 ? inlines.length : end };
      })
      // What lasts longest is outermost; code, within which nothing is marked, innermost.
      .toSorted((a, b) => b.end - a.end || Number(a.mark === "code") - Number(b.mark === "code"));
    const [outer] = lengths;
    if (!outer) {
      written += inlines[at]?.source ?? "";
      at++;
      continue;
    }
    const inner = sourceOf(inlines.slice(at, outer.end), [...open, outer.mark]);
    const [, before = "", words = "", after = ""] = trimmed.exec(inner) ?? [];
    const sign = signOf[outer.mark];
    written += words === "" ? inner : `${before}${sign}${words}${sign}${after}`;
    at = outer.end;
  }
  return written;
}

/** A line with its marks; without marks if serializing them would not give the same line again. */
export function inlinesOf(pieces: readonly Piece[]): Inline[] {
  const units = unitsOf(pieces);
  const source = units.map((unit) => unit.source).join("");
  const inlines = marked(units, units.map(({ seen }) => seen).join(""), 0, units.length, []);
  return sourceOf(inlines) === source ? inlines : plainOf(pieces);
}

export const plainOf = (pieces: readonly Piece[]): Inline[] =>
  pieces.map((piece) =>
    "variable" in piece
      ? { source: piece.variable, isVariable: true, marks: [] }
      : { source: "logic" in piece ? piece.logic : piece.text, isVariable: false, marks: [] },
  );
