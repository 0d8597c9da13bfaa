import { createHash, randomUUID } from "node:crypto";
import { createReadStream, mkdirSync } from "node:fs";
import type { ReadStream } from "node:fs";
import { open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

export interface Blob {
  readonly file: string;
  readonly size: number;
  /** Hex; the ETag of an object that came in one piece. */
  readonly md5: string;
}

/**
 * The bytes of objects, one file each, never changed once written. A file counts only when a row names it, and the row is written
 * after the file is on disk: a process killed in between leaves the old object and a file that nobody names.
 */
export class Blobs {
  readonly #directory: string;

  constructor(directory: string) {
    mkdirSync(directory, { recursive: true });
    this.#directory = directory;
  }

  /** Writes the bytes durably under a new name. `onChunk` sees them first and may throw to refuse the rest. */
  async write(body: AsyncIterable<Buffer>, onChunk?: (chunk: Buffer, sizeSoFar: number) => void): Promise<Blob> {
    const file = randomUUID();
    const handle = await open(this.path(file), "wx");
    const md5 = createHash("md5");
    let size = 0;
    try {
      for await (const chunk of body) {
        size += chunk.length;
        onChunk?.(chunk, size);
        md5.update(chunk);
        await handle.appendFile(chunk);
      }
      await handle.sync();
      await handle.close();
    } catch (error) {
      await handle.close().catch(() => undefined);
      await this.remove([file]);
      throw error;
    }
    return { file, size, md5: md5.digest("hex") };
  }

  read(file: string, range?: { start: number; end: number }): ReadStream {
    return createReadStream(this.path(file), range);
  }

  async *readAll(files: readonly string[]): AsyncGenerator<Buffer> {
    for (const file of files) for await (const chunk of this.read(file)) yield Buffer.from(chunk);
  }

  /** A reader that has the file open still gets all of it. */
  async remove(files: readonly string[]): Promise<void> {
    await Promise.all(files.map((file) => rm(this.path(file), { force: true })));
  }

  /** Removes files that a killed process left without a row. What is newer than `before` may be on its way to one. */
  async removeUnnamed(isNamed: (file: string) => boolean, before: number): Promise<void> {
    for (const file of await readdir(this.#directory)) {
      if (isNamed(file)) continue;
      const info = await stat(this.path(file)).catch(() => undefined);
      if (info !== undefined && info.mtimeMs < before) await this.remove([file]);
    }
  }

  path(file: string): string {
    return join(this.#directory, file);
  }
}
