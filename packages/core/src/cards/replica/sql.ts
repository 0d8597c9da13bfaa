/** A piece of SQL with the values of its question marks. */
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
  const telling = pieces.filter((piece) => piece.text !== neutral.text);
  const [first] = telling;
  if (!first) return neutral;
  if (telling.length === 1) return first;
  return { text: `(${telling.map((piece) => piece.text).join(word)})`, params: telling.flatMap((piece) => piece.params) };
}
