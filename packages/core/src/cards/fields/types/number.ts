import { isStorable, readNumber } from "../../../kernel/numbers.ts";
import { readDecimal } from "../decimal.ts";
import { type FieldDefinition, type FieldSettings, type Parsed, bad, ok, ordered } from "../field.ts";

function inRange(value: number, settings: FieldSettings): Parsed<number> {
  if (!isStorable(value)) return bad("validation.numberBounds");
  if (settings.min !== undefined && value < settings.min) return bad("validation.range");
  if (settings.max !== undefined && value > settings.max) return bad("validation.range");
  // Normalises minus zero, which JSON would lose.
  return ok(value === 0 ? 0 : value);
}

export const number: FieldDefinition<number> = {
  column: "number",
  ...ordered,
  sortable: true,
  summable: true,
  groupable: true,
  align: "right",
  direction: "ltr",
  keys: "decimal",
  settings: ["bounds"],
  identifying: true,
  accept: (raw, settings) => (typeof raw === "number" ? inRange(raw, settings) : bad("validation.type")),
  toColumn: (value) => value,
  toText: (value) => String(value),
  fromText(text, settings) {
    const decimal = readDecimal(text) ?? (/^[+-]?\d+(\.\d+)?e[+-]?\d+$/i.test(text.trim()) ? text.trim() : undefined);
    return decimal === undefined ? bad("validation.number") : inRange(readNumber(decimal), settings);
  },
};
