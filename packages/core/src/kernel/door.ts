import { KartisError } from "./error.ts";
import { maxDepth } from "./json.ts";
import { isStorable } from "./numbers.ts";
import { cleanText } from "./text.ts";

/** More than any field accepts; limits the work on a text before its own schema checks it. */
export const maxTextLength = 100_000;

/**
 * Cleans every input once, before any schema: texts are cleaned, and a number that the table cannot store becomes NaN, which JSON cannot express and
 * no schema accepts, so that it is refused at its own field by code that knows the field. Returns the same value where there is nothing to change. Throws
 * INVALID_INPUT for input that nests too deeply, for a text beyond `maxTextLength`, and for a property name that is not clean.
 */
export function atTheDoor(raw: unknown): unknown {
  return admit(raw, []);
}

function admit(raw: unknown, path: readonly string[]): unknown {
  if (typeof raw === "string") {
    if (raw.length > maxTextLength) throw refused(path, "validation.length");
    return cleanText(raw);
  }
  if (typeof raw === "number") return isStorable(raw) ? raw : Number.NaN;
  if (typeof raw !== "object" || raw === null) return raw;
  if (path.length > maxDepth) throw new KartisError("INVALID_INPUT", { messageKey: "validation.tooDeep" });
  if (Array.isArray(raw)) return admitList(raw, path);
  const entries = Object.entries(raw);
  let changed = false;
  const admitted = entries.map(([key, value]): [string, unknown] => {
    const name = cleanText(key);
    if (name !== key) throw refused([...path, name], "validation.unknownField");
    const next = admit(value, [...path, key]);
    changed ||= !Object.is(next, value);
    return [key, next];
  });
  return changed ? Object.fromEntries(admitted) : raw;
}

function admitList(raw: readonly unknown[], path: readonly string[]): readonly unknown[] {
  const admitted = raw.map((value, at) => admit(value, [...path, String(at)]));
  return admitted.some((value, at) => !Object.is(value, raw[at])) ? admitted : raw;
}

const refused = (path: readonly string[], messageKey: string) =>
  new KartisError("INVALID_INPUT", { fields: { [path.join(".")]: messageKey } });
