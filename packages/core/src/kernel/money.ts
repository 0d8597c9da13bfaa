/** The spec's currencies (SPEC section 1) with the digits of their minor unit as stored, and as shown (facts/i18n-rtl §3: HUF stores fillér and shows none). */
export const currencies = {
  USD: { digits: 2, shown: 2 },
  ILS: { digits: 2, shown: 2 },
  EUR: { digits: 2, shown: 2 },
  GBP: { digits: 2, shown: 2 },
  HUF: { digits: 2, shown: 0 },
  JPY: { digits: 0, shown: 0 },
  CAD: { digits: 2, shown: 2 },
  PLN: { digits: 2, shown: 2 },
} as const satisfies Record<string, { digits: number; shown: number }>;

export type Currency = keyof typeof currencies;
export const currencyCodes = Object.keys(currencies) as [Currency, ...Currency[]];

/**
 * Reads a decimal number, such as `-1234.5`, into whole minor units of the currency without ever passing through a binary fraction.
 * Returns undefined for anything else, for more digits than the currency has, and beyond the safe integers.
 */
export function parseMinor(text: string, currency: Currency): number | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, sign = "", whole = "", fraction = ""] = match;
  if (whole === "" && fraction === "") return undefined;
  const digits = currencies[currency].digits;
  if (fraction.replace(/0+$/, "").length > digits) return undefined;
  const minor = Number(`${whole}${fraction.padEnd(digits, "0").slice(0, digits)}`);
  if (!Number.isSafeInteger(minor)) return undefined;
  return sign === "-" && minor !== 0 ? -minor : minor;
}

/** The inverse of `parseMinor`: minor units as a plain decimal, `-1234.50`. */
export function printMinor(amountMinor: number, currency: Currency): string {
  const digits = currencies[currency].digits;
  const text = String(Math.abs(amountMinor)).padStart(digits + 1, "0");
  const decimal = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return amountMinor < 0 ? `-${decimal}` : decimal;
}
