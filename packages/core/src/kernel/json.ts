import { KartisError } from "./error.ts";
import { readNumber } from "./numbers.ts";

/** Deeper than the deepest input (a filter of eight groups in a view in a batch of calls), and far from overflowing any stack. */
export const maxDepth = 40;

/** The context that `JSON.parse` passes to its reviver (ECMA-262, JSON.parse source text access), which TypeScript does not know yet. */
type Revive = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;
const parseWith: (text: string, revive: Revive) => unknown = JSON.parse;

/**
 * JSON from outside. Too deep nesting is refused before parsing, and a number that would silently be rounded (9007199254740993) becomes NaN, which JSON cannot
 * express and no schema accepts: it is refused at its own field. Throws PARSE_ERROR and INVALID_INPUT.
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new KartisError("INVALID_INPUT", { messageKey: "validation.tooDeep" });
  try {
    const hasLongNumber = /[\d.]{16}/.test(text);
    return hasLongNumber ? parseWith(text, exact) : JSON.parse(text);
  } catch (cause) {
    throw new KartisError("PARSE_ERROR", { cause });
  }
}

const exact: Revive = (_key, value, { source } = {}) =>
  typeof value === "number" && source !== undefined && source.length > 15 ? readNumber(source) : value;

/** Counts brackets outside of strings; text that is not JSON may be counted wrongly and is refused by the parser. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
    } else if (character === "[" || character === "{") {
      if (++depth > maxDepth) return true;
    } else if (character === "]" || character === "}") depth--;
  }
  return false;
}
