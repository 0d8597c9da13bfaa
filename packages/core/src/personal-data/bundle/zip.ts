import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";
import { KartisError } from "../../kernel/error.ts";

/** A file to be put into an archive. */
export interface ZipEntry {
  /** Path with `/` between folders. */
  readonly path: string;
  readonly content: string | AsyncIterable<Uint8Array>;
}

/** Names are UTF-8, and sizes follow the data, which is not known before it has been read (APPNOTE.TXT 4.4.4, bits 11 and 3). */
const flags = 0x0808;
const deflated = 8;
/** Without the ZIP64 extension, offsets and sizes have 32 bits. */
const maxBytes = 0xffff_ffff;
const maxEntries = 0xffff;

/**
 * A ZIP archive of the entries, as a stream: memory holds one piece of one file at a time. Throws PAYLOAD_TOO_LARGE past four gigabytes or 65,535 files.
 * Format: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
export async function* zip(entries: AsyncIterable<ZipEntry>, madeAtMs: number): AsyncGenerator<Uint8Array> {
  const time = dosTime(madeAtMs);
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { path, content } of entries) {
    const name = Buffer.from(path, "utf8");
    const start = offset;
    const head = header(0x04034b50, [], [time, 0, 0, 0], name, []);
    yield head;
    offset += head.length;
    const tally = { crc: 0, bytes: 0 };
    const deflate = createDeflateRaw();
    const fed = pipeline(counted(content, tally), deflate);
    fed.catch(() => undefined); // an error here is also thrown to the reader of its other end
    let packed = 0;
    for await (const piece of deflate as AsyncIterable<Buffer>) {
      packed += piece.length;
      yield piece;
    }
    await fed;
    offset += packed;
    if (offset > maxBytes || tally.bytes > maxBytes || directory.length >= maxEntries) throw new KartisError("PAYLOAD_TOO_LARGE");
    const sizes = [tally.crc, packed, tally.bytes];
    const descriptor = words([0x08074b50, ...sizes]);
    yield descriptor;
    offset += descriptor.length;
    // Version and system that made it; no comment, first disk, no attributes.
    directory.push(header(0x02014b50, [20], [time, ...sizes], name, [0, 0, 0, 0, 0, start]));
  }
  const listed = Buffer.concat(directory);
  yield listed;
  yield Buffer.concat([
    words([0x06054b50]),
    halves([0, 0, directory.length, directory.length]),
    words([listed.length, offset]),
    halves([0]),
  ]);
}

async function* counted(
  content: string | AsyncIterable<Uint8Array>,
  tally: { crc: number; bytes: number },
): AsyncGenerator<Uint8Array> {
  const pieces = typeof content === "string" ? [Buffer.from(content, "utf8")] : content;
  for await (const piece of pieces) {
    tally.crc = crc32(piece, tally.crc);
    tally.bytes += piece.length;
    yield piece;
  }
}

/** The header of a file, or its entry in the directory, which repeats it and adds the offset. */
function header(
  signature: number,
  madeBy: readonly number[],
  [time = 0, ...sizes]: readonly number[],
  name: Buffer,
  place: readonly number[],
): Buffer {
  const [comment, disk, internal] = place;
  const where = place.length === 0 ? [] : [halves([comment ?? 0, disk ?? 0, internal ?? 0]), words([0, place.at(-1) ?? 0])];
  return Buffer.concat([
    words([signature]),
    halves([...madeBy, 20, flags, deflated]),
    words([time, ...sizes]),
    halves([name.length, 0]),
    ...where,
    name,
  ]);
}

function words(values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) buffer.writeUInt32LE(value >>> 0, at * 4);
  return buffer;
}

function halves(values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) buffer.writeUInt16LE(value, at * 2);
  return buffer;
}

/** The date in the upper half and the time, to two seconds, in the lower one, in UTC. */
function dosTime(ms: number): number {
  const at = new Date(ms);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}
