import { type Parsed, bad, ok } from "./field.ts";

/** Not with a single expression: blanks around line breaks would make it quadratic. */
const inOneLine = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");

/** Accepts text of at most this many characters. */
export const bounded =
  (maxLength: number, { oneLine }: { oneLine: boolean }) =>
  (raw: unknown): Parsed<string> => {
    if (typeof raw !== "string") return bad("validation.type");
    const value = oneLine ? inOneLine(raw) : raw.trim();
    if (value === "") return bad("validation.required");
    return value.length > maxLength ? bad("validation.length") : ok(value);
  };
