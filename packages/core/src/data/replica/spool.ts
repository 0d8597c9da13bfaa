import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { temporaryPath } from "./file.ts";

type Row = Readonly<Record<string, unknown>>;

const rowsAtOnce = 1_000;
/** A card may have 400 KB: a chunk holds fewer of large ones. */
const bytesAtOnce = 4 * 1024 * 1024;
const lengthBytes = 4;

/**
 * Rows on disk, in their order, to be read chunk by chunk while their tables change: however many there are, one chunk is in memory. The file has no name, so
 * it disappears with the process, however that ends.
 */
export class Spool {
  readonly #file: number;
  readonly #length: number;

  constructor(rows: Iterable<Row>) {
    const path = temporaryPath();
    this.#file = openSync(path, "wx+");
    rmSync(path);
    let length = 0;
    let chunk: string[] = [];
    let bytes = 0;
    const write = () => {
      const text = Buffer.from(`[${chunk.join()}]`);
      const head = Buffer.alloc(lengthBytes);
      head.writeUInt32BE(text.length);
      for (const part of [head, text]) {
        for (let at = 0; at < part.length;) at += writeSync(this.#file, part, at);
        length += part.length;
      }
      [chunk, bytes] = [[], 0];
    };
    try {
      for (const row of rows) {
        const text = JSON.stringify(row);
        chunk.push(text);
        bytes += text.length;
        if (chunk.length >= rowsAtOnce || bytes >= bytesAtOnce) write();
      }
      if (chunk.length > 0) write();
    } catch (error) {
      this.close();
      throw error;
    }
    this.#length = length;
  }

  *chunks(): Generator<Row[]> {
    for (let at = 0; at < this.#length;) {
      const bytes = this.#read(at, lengthBytes).readUInt32BE();
      yield JSON.parse(this.#read(at + lengthBytes, bytes).toString()) as Row[]; // as it was written
      at += lengthBytes + bytes;
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  #read(from: number, bytes: number): Buffer {
    const buffer = Buffer.allocUnsafe(bytes);
    let read = 0;
    while (read < bytes) {
      const got = readSync(this.#file, buffer, read, bytes - read, from + read);
      if (got === 0) throw new Error("A spool that ends too early");
      read += got;
    }
    return buffer;
  }
}
