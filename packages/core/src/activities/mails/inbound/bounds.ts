import { eachLine } from "./lines.ts";

/** 30 MB in lines of 64 characters have fewer. A line costs the parser up to 13 µs and 2 KB: so many are read in 7 s with 1 GB. */
const mostLines = 500_000;
/** Mail programs break lines at 60 to 78 characters; a body of more lines than this that are so short is made to be slow. */
const [mostShortLines, shortLine] = [100_000, 40];
/** Maximum number of lines that could start a MIME part, each of which costs up to 30 µs. */
const mostBoundaries = 10_000;

const [lineFeed, carriageReturn, dash] = [10, 13, 45];

/** Throws for a message that cannot be read in the time and memory there is, as its bytes show before it is parsed. */
export function requireReadable(raw: Uint8Array<ArrayBuffer>): void {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  let [lines, boundaries] = [0, 0];
  eachLine(bytes, (start) => {
    if (++lines > mostLines) throw new Error("too many lines");
    const isBoundary = bytes[start] === dash && bytes[start + 1] === dash && !endsLine(bytes[start + 2]);
    if (isBoundary && ++boundaries > mostBoundaries) throw new Error("too many parts");
  });
  if (lines > mostShortLines && bytes.length < lines * shortLine) throw new Error("too many short lines");
}

/** Two dashes alone, as in dumps of databases, begin no part. */
const endsLine = (byte: number | undefined): boolean => byte === undefined || byte === lineFeed || byte === carriageReturn;
