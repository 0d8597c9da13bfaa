import type { Formatter } from "@kartis/i18n/format.ts";

const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** An amount of bytes as people read it: 1,024 to the next unit, as the limit of 5 MB counts. */
export function sizeText(format: Formatter, bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 1024 ** power;
  const text = format.number(amount, {
    style: "unit",
    unit: units[power] ?? "byte",
    // The short form of a byte has no plural in English.
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: power < 2 || amount >= 100 ? 0 : 1,
  });
  // Among words of the other direction, the amount and its unit would change places.
  return `\u2068${text}\u2069`;
}
