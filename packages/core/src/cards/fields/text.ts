import { type FieldDefinition, type Parsed, bad, ok, textual } from "./field.ts";

/** Short text is a line; a card is at most 150 KB (ARCHITECTURE, "Size"), so long text has a bound too. */
const bounded =
  (maxLength: number, oneLine: boolean) =>
  (raw: unknown): Parsed<string> => {
    if (typeof raw !== "string") return bad("validation.type");
    const value = oneLine ? raw.replace(/\s*[\r\n]+\s*/g, " ").trim() : raw.trim();
    if (value === "") return bad("validation.required");
    return value.length > maxLength ? bad("validation.length") : ok(value);
  };

function textType(control: "line" | "lines", label: string, accept: (raw: unknown) => Parsed<string>): FieldDefinition<string> {
  return {
    control,
    label,
    column: "text",
    operators: textual,
    sortable: control === "line",
    summable: false,
    accept,
    toColumn: (value) => value,
    toText: (value) => value,
    fromText: accept,
    toSearch: (value) => value,
  };
}

export const text = textType("line", "fields.type.text", bounded(2_000, true));
export const textarea = textType("lines", "fields.type.textarea", bounded(20_000, false));
