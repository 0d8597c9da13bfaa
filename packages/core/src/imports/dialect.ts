import type { Language } from "../identity/schema.ts";

/** How a file is written. */
export interface Dialect {
  readonly encoding: "utf-8" | "utf-16le" | "windows-1252" | "windows-1255" | "windows-1250" | "windows-1251";
  readonly delimiter: "," | ";" | "\t" | "|";
  /** Excel's hint `sep=;` as the first line, which is not data. */
  readonly hasSeparatorLine: boolean;
}

const codePageOf = { en: "windows-1252", he: "windows-1255", hu: "windows-1250", ru: "windows-1251" } as const;
const delimiters = [",", ";", "\t", "|"] as const;

/** Magic numbers of files that are not text: zip (and with it every newer office file), PDF, older office formats, archives, images. */
const otherFiles = [
  "PK\x03\x04",
  "PK\x05\x06",
  "%PDF-",
  "\xd0\xcf\x11\xe0",
  "\x1f\x8b",
  "7z\xbc\xaf",
  "Rar!",
  "\x89PNG",
  "\xff\xd8\xff",
  "GIF8",
];

/**
 * Whether the beginning of a file can be that of a CSV, whatever the file's name. A text may contain a stray control character; with one in ten bytes it is not
 * a text.
 */
export function canBeCsv(head: Uint8Array): boolean {
  if (head.length === 0) return false;
  if (head[0] === 0xff && head[1] === 0xfe) return true;
  const start = String.fromCharCode(...head.subarray(0, 8));
  if (otherFiles.some((signature) => start.startsWith(signature))) return false;
  const sample = head.subarray(0, 4_096);
  const controls = sample.reduce((count, byte) => (byte < 9 || (byte > 13 && byte < 32) ? count + 1 : count), 0);
  return controls * 10 <= sample.length;
}

/** Detects the dialect from the beginning of a file (at least its first lines), with the language deciding among old code pages (facts/rfc-notes section 3). */
export function detectDialect(head: Uint8Array, language: Language): Dialect {
  const encoding = detectEncoding(head, language);
  const text = new TextDecoder(encoding).decode(head).replace(/^\ufeff/, "");
  const hint = /^sep=(.)\r?\n/i.exec(text);
  const hinted = delimiters.find((delimiter) => delimiter === hint?.[1]);
  return { encoding, delimiter: hinted ?? detectDelimiter(text), hasSeparatorLine: hinted !== undefined };
}

function detectEncoding(head: Uint8Array, language: Language): Dialect["encoding"] {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  try {
    // `stream` forgives a character cut in two at the end of the head.
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return "utf-8";
  } catch {
    return codePageOf[language];
  }
}

/** The separator that splits the first records into the same, largest number of columns, quotes respected. */
function detectDelimiter(text: string): Dialect["delimiter"] {
  let best: { delimiter: Dialect["delimiter"]; score: number } = { delimiter: ",", score: 0 };
  for (const delimiter of delimiters) {
    const counts = columnsOfFirstRecords(text, delimiter, 10);
    const [first = 1] = counts;
    const agreeing = counts.filter((count) => count === first).length;
    const score = first > 1 ? first * agreeing : 0;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

function columnsOfFirstRecords(text: string, delimiter: string, records: number): number[] {
  const counts: number[] = [];
  let columns = 1;
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === delimiter) columns++;
    else if (character === "\n" && counts.push(columns)) {
      columns = 1;
      if (counts.length === records) break;
    }
  }
  if (counts.length === 0) counts.push(columns);
  return counts;
}
