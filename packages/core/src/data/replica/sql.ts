/** A piece of SQL with the values of its placeholders. */
export interface Sql {
  readonly text: string;
  readonly params: readonly (string | number)[];
}

export const always: Sql = { text: "1", params: [] };
export const never: Sql = { text: "0", params: [] };

/** True when all of the pieces are. */
export function and(pieces: readonly Sql[]): Sql {
  return joined(pieces, " AND ", always);
}
/** True when one of the pieces is. */
export function or(pieces: readonly Sql[]): Sql {
  return joined(pieces, " OR ", never);
}

function joined(pieces: readonly Sql[], word: string, neutral: Sql): Sql {
  const effective = pieces.filter((piece) => piece.text !== neutral.text);
  const [first] = effective;
  if (!first) return neutral;
  if (effective.length === 1) return first;
  return {
    text: balanced(
      effective.map((piece) => piece.text),
      word,
    ),
    params: effective.flatMap((piece) => piece.params),
  };
}

/** SQLite reads `a OR b OR c` as a tree as deep as it is long, and takes none deeper than 1,000. */
function balanced(texts: readonly string[], word: string): string {
  if (texts.length <= 100) return `(${texts.join(word)})`;
  const half = Math.ceil(texts.length / 2);
  return `(${balanced(texts.slice(0, half), word)}${word}${balanced(texts.slice(half), word)})`;
}
