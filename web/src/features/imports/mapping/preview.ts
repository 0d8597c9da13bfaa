import { canBeCsv, detectDialect, type Encoding } from "@kartis/core/imports/dialect.ts";
import type { Language } from "@kartis/i18n/languages.ts";
import Papa from "papaparse";

export interface Preview {
  headers: string[];
  /** The first rows, as they stand. */
  rows: string[][];
  /** Encoding in which it was read; the import uses the same. */
  encoding: Encoding;
}

export type PreviewResult =
  | { ok: true; preview: Preview }
  | { ok: false; /** Catalogue key. */ message: "validation.csv" | "validation.parse" };

const previewRows = 20;
const maxColumns = 200;

/** Marks that spreadsheets of right-to-left languages leave in headers. */
const directionMarks = /[\u200e\u200f\u061c\u2066-\u2069\ufeff]/g;

/**
 * Reads the beginning of a CSV as the server will: same encoding, separator and hint line. `isWhole` says that there is nothing after it; else the last
 * record may be cut and is left out.
 * @param chosen the encoding if the user chose one
 */
export function previewOf(head: Uint8Array, isWhole: boolean, language: Language, chosen?: Encoding): PreviewResult {
  if (!canBeCsv(head)) return { ok: false, message: "validation.csv" };
  const dialect = detectDialect(head, language, chosen);
  const text = new TextDecoder(dialect.encoding).decode(head).replace(/^\ufeff/, "");
  const data = dialect.hasSeparatorLine ? text.slice(text.indexOf("\n") + 1) : text;
  const parsed = Papa.parse<string[]>(data, { delimiter: dialect.delimiter, preview: previewRows + 2, skipEmptyLines: "greedy" });
  const isCut = !isWhole && parsed.data.length < previewRows + 2;
  if (parsed.errors.some((error) => error.type === "Quotes") && !isCut) return { ok: false, message: "validation.parse" };
  const records = isCut ? parsed.data.slice(0, -1) : parsed.data;
  const [first, ...rows] = records;
  if (!first || rows.length === 0 || first.length > maxColumns) return { ok: false, message: "validation.parse" };
  return {
    ok: true,
    preview: {
      headers: first.map((header) => header.replace(directionMarks, "").trim()),
      rows: rows.slice(0, previewRows),
      encoding: dialect.encoding,
    },
  };
}
