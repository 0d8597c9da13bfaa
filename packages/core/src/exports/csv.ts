/**
 * One CSV record (RFC 4180, CRLF). A cell that a spreadsheet would run as a formula gets an apostrophe and quotes (CWE-1236, facts/rfc-notes section 3);
 * numbers are left alone, so that they stay numbers.
 */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

/** What makes Excel open the file as UTF-8 rather than in the machine's old code page. */
export const byteOrderMark = "\ufeff";

const isNumber = (text: string): boolean => /^-?\d+([.,]\d+)?$/.test(text);
const startsFormula = (text: string): boolean => /^[=+\-@\t\r\n\0＝＋－＠]/.test(text);

function cell(text: string): string {
  const safe = startsFormula(text) && !isNumber(text) ? `'${text}` : text;
  return safe !== text || /[",;\r\n\t']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
