/** Rows of cells as spreadsheets exchange them. */
export type Block = readonly (readonly string[])[];

const quoted = /["\t\n\r]/;
const cell = (text: string): string => (quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Tab-separated text as Excel, Google Sheets and LibreOffice write and read it: what holds a tab, a quote or a line break is quoted, quotes doubled. */
export const printTsv = (block: Block): string => block.map((row) => row.map(cell).join("\t")).join("\n");

/** The inverse of `printTsv`. A quote counts only at the start of a cell; the final line break that spreadsheets add does not start a row. */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  for (;;) {
    let value = "";
    if (text[at] === '"' && closesAt(text, at) !== undefined) {
      const end = closesAt(text, at) ?? at;
      value = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    } else {
      const from = at;
      while (at < text.length && text[at] !== "\t" && text[at] !== "\n" && text[at] !== "\r") at++;
      value = text.slice(from, at);
    }
    row.push(value);
    if (text[at] === "\t") {
      at++;
      continue;
    }
    rows.push(row);
    row = [];
    if (at >= text.length) break;
    at += text[at] === "\r" && text[at + 1] === "\n" ? 2 : 1;
    if (at >= text.length) break;
  }
  return rows;
}

/** Position of the closing quote for the one at `from`; undefined if it is not followed by the end of a cell, so that the quotes belong to the text. */
function closesAt(text: string, from: number): number | undefined {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') {
      at++;
      continue;
    }
    const next = text[at + 1];
    return next === undefined || next === "\t" || next === "\n" || next === "\r" ? at : undefined;
  }
  return undefined;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign).replaceAll("\n", "<br>");

/** The same as a table, which spreadsheets prefer: text stays text there (leading zeros, phones), and line breaks stay in their cells. */
export const printHtml = (block: Block): string =>
  `<meta charset="utf-8"><table>${block
    .map((row) => `<tr>${row.map((text) => `<td style="mso-number-format:'\\@'">${escaped(text)}</td>`).join("")}</tr>`)
    .join("")}</table>`;
