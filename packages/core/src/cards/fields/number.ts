import { type FieldDefinition, type FieldSettings, type Parsed, bad, ok, ordered } from "./field.ts";

/**
 * Reads a number as people of the four languages write it: `1,234.5`, `1 234,5` (also with no-break or thin spaces), `1234`, a Unicode minus,
 * with direction marks around it (facts/i18n-rtl section 2). One separator that could be either is taken as decimal unless exactly three digits follow it
 * and it is a comma.
 */
export function readDecimal(text: string): string | undefined {
  let bare = text.replace(/[\u200e\u200f\u061c\u00a0\u202f\u2009\s']/g, "").replace(/^\u2212/, "-");
  const lastComma = bare.lastIndexOf(",");
  const lastDot = bare.lastIndexOf(".");
  if (lastComma !== -1 && lastDot !== -1) {
    bare = lastComma > lastDot ? bare.replaceAll(".", "").replace(",", ".") : bare.replaceAll(",", "");
  } else if (lastComma !== -1) {
    const groups = /^[+-]?\d{1,3}(,\d{3})+$/.test(bare);
    bare = groups ? bare.replaceAll(",", "") : bare.replace(",", ".");
  } else if (/^[+-]?\d{1,3}(\.\d{3}){2,}$/.test(bare)) {
    bare = bare.replaceAll(".", "");
  }
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(bare) ? bare : undefined;
}

function inRange(value: number, settings: FieldSettings): Parsed<number> {
  if (!Number.isFinite(value)) return bad("validation.number");
  if (settings.min !== undefined && value < settings.min) return bad("validation.range");
  if (settings.max !== undefined && value > settings.max) return bad("validation.range");
  // Minus zero is no other number, and JSON would lose it.
  return ok(value === 0 ? 0 : value);
}

export const number: FieldDefinition<number> = {
  control: "number",
  label: "fields.type.number",
  column: "number",
  operators: ordered,
  sortable: true,
  summable: true,
  accept: (raw, settings) => (typeof raw === "number" ? inRange(raw, settings) : bad("validation.type")),
  toColumn: (value) => value,
  toText: (value) => String(value),
  fromText(text, settings) {
    const decimal = readDecimal(text) ?? (/^[+-]?\d+(\.\d+)?e[+-]?\d+$/i.test(text.trim()) ? text.trim() : undefined);
    return decimal === undefined ? bad("validation.number") : inRange(Number(decimal), settings);
  },
};

export const range: FieldDefinition<number> = { ...number, control: "range", label: "fields.type.range" };
