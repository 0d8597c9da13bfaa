import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Language } from "../identity/schema.ts";
import { type Dialect, detectDialect, type Encoding } from "./dialect.ts";

/** A record of the file and the line it begins on (the first line of the file is 1). */
export interface Row {
  readonly line: number;
  readonly cells: readonly string[];
  /** Catalogue key, if the record itself could not be read. */
  readonly error: string | null;
}

const headBytes = 64 * 1024;

/**
 * The records of a CSV after its header, one at a time, whatever its size: memory holds one record and what the streams buffer. Detects encoding and separator,
 * accepts any line ending, and continues after a record it cannot read, which is returned as an error. Records without anything in their cells, as spreadsheets
 * leave below a table, are no rows.
 * @param encoding the one by which the file was shown to whoever imports it.
 */
export async function* readRows(body: Readable, language: Language, encoding?: Encoding): AsyncGenerator<Row> {
  const { head, rest } = await splitHead(body);
  const dialect = detectDialect(head, language, encoding);
  let broken = false;
  const { parse } = await import("csv-parse"); // few calls read a file
  const parser = parse({
    delimiter: dialect.delimiter,
    bom: true,
    // The parser's own line count takes CR LF inside quotes for two.
    raw: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_error: true,
    max_record_size: 1024 * 1024,
    on_skip: () => {
      broken = true;
      return undefined;
    },
  });
  const feeding = pipeline(rest, decoded(dialect), parser);
  // A reader of the first rows only ends the pipeline early, which is not a failure.
  feeding.catch(() => undefined);
  let nextLine = 1;
  let width: number | undefined;
  let skip = dialect.hasSeparatorLine ? 1 : 0;
  for await (const { record, raw } of parser as AsyncIterable<{ record: string[]; raw: string }>) {
    const line = nextLine;
    nextLine += raw.match(/\r\n|\r|\n/g)?.length ?? 0;
    const isEmpty = record.every((cell) => cell.trim() === "");
    if (skip > 0) skip--;
    else if (isEmpty) continue;
    else if (width === undefined) width = record.length;
    // Spreadsheets leave out the last empty cells; a row with more cells than the header contains an extra separator.
    else yield { line, cells: record, error: record.length > width ? "validation.columns" : null };
  }
  // A quote that is never closed: everything after it is one unreadable record.
  if (broken) yield { line: nextLine, cells: [], error: "validation.parse" };
}

/** The header's cells, without what spreadsheets hide in them. */
export async function readHeader(body: Readable, language: Language, encoding?: Encoding): Promise<string[]> {
  const head = await readHead(body);
  const dialect = detectDialect(head, language, encoding);
  const text = new TextDecoder(dialect.encoding).decode(head).replace(/^\ufeff/, "");
  const { parse } = await import("csv-parse");
  const records = parse(text, {
    delimiter: dialect.delimiter,
    relax_column_count: true,
    relax_quotes: true,
    to: dialect.hasSeparatorLine ? 2 : 1,
  });
  let header: string[] = [];
  try {
    for await (const record of records as AsyncIterable<string[]>) header = record;
  } catch {
    return [];
  }
  return header.map((cell) => cell.replace(/[\u200e\u200f\ufeff]/g, "").trim());
}

/** The beginning of a file; the rest is not read. */
export async function readHead(body: Readable): Promise<Uint8Array> {
  const { head } = await splitHead(body);
  body.destroy();
  return head;
}

async function splitHead(body: Readable): Promise<{ head: Uint8Array; rest: Readable }> {
  const chunks: Buffer[] = [];
  let size = 0;
  const iterator: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
  while (size < headBytes) {
    const { done, value } = await iterator.next();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  const head = Buffer.concat(chunks);
  async function* whole() {
    yield head;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  return { head, rest: Readable.from(whole(), { objectMode: false }) };
}

function decoded({ encoding }: Dialect) {
  if (encoding === "utf-8") return new PassThrough();
  const decoder = new TextDecoder(encoding);
  return async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) yield Buffer.from(decoder.decode(chunk, { stream: true }));
    yield Buffer.from(decoder.decode());
  };
}
