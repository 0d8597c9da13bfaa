import { currencies, parseMinor, printMinor } from "../../../kernel/money.ts";
import { isStorable } from "../../../kernel/numbers.ts";
import { readDecimal } from "../decimal.ts";
import { type FieldDefinition, bad, ok, ordered } from "../field.ts";

/** Currencies beside amounts in a spreadsheet: signs, codes, and words in the four languages. */
const currencyWords =
  /\p{Sc}|(?<!\p{L})(?:USD|US|ILS|NIS|EUR|GBP|HUF|Ft|JPY|CAD|CA|PLN|zł|ש"ח|ש״ח|шек\.?|руб\.?|р\.)(?!\p{L})/giu;

/** Whole minor units of the field's currency, so that sums are exact. */
export const currency: FieldDefinition<number> = {
  column: "number",
  ...ordered,
  sortable: true,
  summable: true,
  groupable: true,
  align: "right",
  direction: "ltr",
  keys: "decimal",
  settings: ["currency"],
  identifying: false,
  accept(raw) {
    if (typeof raw !== "number") return bad("validation.type");
    if (Number.isSafeInteger(raw)) return ok(raw === 0 ? 0 : raw);
    return bad(isStorable(raw) ? "validation.type" : "validation.numberBounds");
  },
  toColumn: (value) => value,
  toText: (value, settings) => printMinor(value, settings.currency),
  fromText(text, settings) {
    const decimal = readDecimal(text.replace(currencyWords, ""));
    const minor = decimal === undefined ? undefined : parseMinor(decimal, settings.currency);
    if (minor !== undefined) return ok(minor);
    const isTooLarge = decimal !== undefined && !isStorable(Number(decimal) * 10 ** currencies[settings.currency].digits);
    return bad(isTooLarge ? "validation.numberBounds" : "validation.amount");
  },
};
