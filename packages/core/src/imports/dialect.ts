import type { Language } from "../identity/schema.ts";

/** Supported file encodings. */
export const encodings = ["utf-8", "utf-16le", "windows-1252", "windows-1255", "windows-1250", "windows-1251"] as const;
export type Encoding = (typeof encodings)[number];

/** Format of a file. */
export interface Dialect {
  readonly encoding: Encoding;
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

/**
 * Detects the dialect from the beginning of a file (at least its first lines), with the language deciding among old code pages that the bytes leave open
 * (facts/rfc-notes section 3).
 * @param known the encoding, where somebody has seen the file read by it.
 */
export function detectDialect(head: Uint8Array, language: Language, known?: Encoding): Dialect {
  const encoding = known ?? detectEncoding(head, language);
  const text = new TextDecoder(encoding).decode(head).replace(/^\ufeff/, "");
  const hint = /^sep=(.)\r?\n/i.exec(text);
  const hinted = delimiters.find((delimiter) => delimiter === hint?.[1]);
  return { encoding, delimiter: hinted ?? detectDelimiter(text), hasSeparatorLine: hinted !== undefined };
}

function detectEncoding(head: Uint8Array, language: Language): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  try {
    // `stream` forgives a character cut in two at the end of the head.
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return "utf-8";
  } catch {
    return codePageIn(head, language);
  }
}

/** Letters of Hungarian beyond ASCII, in windows-1250. */
const hungarianLetters = new Set([..."áéíóöúüÁÉÍÓÖÚÜ"].map((letter) => letter.charCodeAt(0)).concat([0xf5, 0xfb, 0xd5, 0xdb]));
const enoughLetters = 12;
/** ő and Ő, which no western language has at these bytes together with nothing but Hungarian letters. */
const longO = new Set([0xf5, 0xd5]);

/**
 * The old code page of a text. Hebrew and Russian stand in words of their own, western and Hungarian letters between others; Hebrew fills a part of the upper
 * bytes, of which Russian needs the rest too.
 */
function codePageIn(head: Uint8Array, language: Language): Encoding {
  const letters: number[] = [];
  let alone = 0;
  let beyondHebrew = 0;
  for (const [at, byte] of head.entries()) {
    if (byte < 0xc0) continue;
    letters.push(byte);
    if ((head[at - 1] ?? 0) < 0xc0 && (head[at + 1] ?? 0) < 0xc0) alone++;
    if (byte < 0xe0 || byte > 0xfa) beyondHebrew++;
  }
  // A few letters prove nothing.
  if (letters.length === 0 || (letters.length < enoughLetters && language !== "en")) return codePageOf[language];
  if (alone * 2 < letters.length) return beyondHebrew * 20 > letters.length ? "windows-1251" : "windows-1255";
  if (language === "hu") return "windows-1250";
  const isHungarian = letters.some((byte) => longO.has(byte)) && letters.every((byte) => hungarianLetters.has(byte));
  return isHungarian ? "windows-1250" : "windows-1252";
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
