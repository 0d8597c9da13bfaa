import { currencies, type Currency, currencyCodes, parseMinor, printMinor } from "../../../kernel/money.ts";
import { isStorable } from "../../../kernel/numbers.ts";
import { readDecimal } from "../decimal.ts";
import { type FieldDefinition, bad, ok, ordered } from "../field.ts";

/** Signs, codes and words beside amounts, in the four languages, and the currencies that they may mean here; those of currencies that no field has mean none. */
const currenciesNamed: readonly (readonly [name: RegExp, currencies: readonly Currency[]])[] = [
  [/^(?:USD|US)$/i, ["USD"]],
  [/^(?:CAD|CA)$/i, ["CAD"]],
  // Of American and Canadian dollars alike.
  [/^[$\uFE69\uFF04]$/, ["USD", "CAD"]],
  [/^(?:ILS|NIS|\u20AA|ש["״]ח|שח|шек\.?)$/i, ["ILS"]],
  [/^(?:EUR|\u20AC)$/i, ["EUR"]],
  [/^(?:GBP|[\u00A3\uFFE1])$/i, ["GBP"]],
  [/^(?:HUF|Ft)$/i, ["HUF"]],
  [/^(?:JPY|[\u00A5\uFFE5])$/i, ["JPY"]],
  [/^(?:PLN|zł)$/i, ["PLN"]],
  // Any currency.
  [/^\u00A4$/, currencyCodes],
];
const currencyName =
  /\p{Sc}|(?<!\p{L})(?:USD|US|ILS|NIS|EUR|GBP|HUF|Ft|JPY|CAD|CA|PLN|zł|ש"ח|ש״ח|שח|RUB|шек\.?|руб\.?|р\.)(?!\p{L})/giu;

/** Whether a sign in the text is of another currency: its amount would be a different one in the field's. */
const isOfAnother = (text: string, currency: Currency): boolean =>
  [...text.matchAll(currencyName)].some(
    ([name]) => !currenciesNamed.find(([pattern]) => pattern.test(name))?.[1].includes(currency),
  );

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
    const decimal = readDecimal(text.replace(currencyName, ""));
    const minor = decimal === undefined ? undefined : parseMinor(decimal, settings.currency);
    if (decimal !== undefined && isOfAnother(text, settings.currency)) return bad("validation.otherCurrency");
    if (minor !== undefined) return ok(minor);
    const isTooLarge = decimal !== undefined && !isStorable(Number(decimal) * 10 ** currencies[settings.currency].digits);
    return bad(isTooLarge ? "validation.numberBounds" : "validation.amount");
  },
};
