/** DynamoDB stores no number closer to zero than this, except zero itself. */
const smallest = 1e-130;

/** True for a number that the table returns as it was stored: within ±(2^53 - 1), and not too close to zero. */
export const isStorable = (value: number): boolean =>
  Math.abs(value) <= Number.MAX_SAFE_INTEGER && (value === 0 || Math.abs(value) >= smallest);

/** The significant digits, and the power of ten of the first of them. */
function digitsOf(text: string): { digits: string; power: number } {
  const [, whole = "", fraction = "", exponent = "0"] = /^[+-]?(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const all = `${whole}${fraction}`;
  const leading = all.length - all.replace(/^0+/, "").length;
  return { digits: all.replace(/^0+|0+$/g, ""), power: whole.length - leading + Number(exponent) };
}

/**
 * A number written in decimal (`-1234.5`, `1e3`), or NaN if it cannot be stored exactly as written: beyond ±(2^53 - 1), closer to zero than the table holds, or
 * with digits that a double rounds away. Up to 15 digits always fit; more do where the double has exactly those.
 */
export function readNumber(text: string): number {
  const value = Number(text);
  if (!isStorable(value)) return Number.NaN;
  const written = digitsOf(text);
  if (written.digits === "") return 0;
  if (value === 0 || written.digits.length > 100) return Number.NaN;
  if (written.digits.length <= 15) return value;
  const kept = digitsOf(value.toPrecision(written.digits.length));
  return kept.digits === written.digits && kept.power === written.power ? value : Number.NaN;
}
