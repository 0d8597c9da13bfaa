/**
 * One CSV record (RFC 4180, CRLF). A cell that a spreadsheet would run as a formula gets an apostrophe and quotes (CWE-1236, facts/rfc-notes section 3);
 * numbers are left alone, so that they stay numbers.
 */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

/** Makes Excel open the file as UTF-8 rather than in the machine's old code page. */
export const byteOrderMark = "\ufeff";

const isNumber = (text: string): boolean => /^-?\d+([.,]\d+)?$/.test(text);
/** Leading apostrophes count as well, or a value's own could not be distinguished from a guard. */
// oxlint-disable-next-line no-control-regex -- a NUL before a formula is skipped by spreadsheets
const startsFormula = (text: string): boolean => /^'*[=+\-@\t\r\n\0＝＋－＠]/.test(text);

function cell(text: string): string {
  const safe = startsFormula(text) && !isNumber(text) ? `'${text}` : text;
  return safe !== text || /[",;\r\n\t']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A cell without its guarding apostrophe: what `csvRecord` was given. */
export const unguarded = (text: string): string => (text.startsWith("'") && startsFormula(text.slice(1)) ? text.slice(1) : text);
