import { parseMinor, printMinor } from "../../kernel/money.ts";
import { type FieldDefinition, bad, ok, ordered } from "./field.ts";
import { readDecimal } from "./number.ts";

/** How a currency stands beside an amount in a spreadsheet: signs, codes, and the words of the four languages. */
const currencyWords =
  /\p{Sc}|(?<!\p{L})(?:USD|US|ILS|NIS|EUR|GBP|HUF|Ft|JPY|CAD|CA|PLN|zł|ש"ח|ש״ח|шек\.?|руб\.?|р\.)(?!\p{L})/giu;

/** Whole minor units of the field's currency, so that sums are exact. */
export const currency: FieldDefinition<number> = {
  control: "money",
  label: "fields.type.currency",
  column: "number",
  operators: ordered,
  sortable: true,
  summable: true,
  accept: (raw) => (typeof raw === "number" && Number.isSafeInteger(raw) ? ok(raw === 0 ? 0 : raw) : bad("validation.type")),
  toColumn: (value) => value,
  toText: (value, settings) => printMinor(value, settings.currency),
  fromText(text, settings) {
    const decimal = readDecimal(text.replace(currencyWords, ""));
    const minor = decimal === undefined ? undefined : parseMinor(decimal, settings.currency);
    return minor === undefined ? bad("validation.amount") : ok(minor);
  },
};

/** As `currency`; shown with parentheses for negatives where the language does so. */
export const accounting: FieldDefinition<number> = { ...currency, label: "fields.type.accounting" };
