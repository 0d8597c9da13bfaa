import { createHash, randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { inTransaction, numberOf, prepared, textOf } from "../store.ts";
import type { Blob } from "./blobs.ts";
import { s3Errors } from "./errors.ts";

export interface Part {
  readonly partNumber: number;
  readonly file: string;
  readonly size: number;
  readonly etag: string;
  readonly modifiedAt: number;
}

const smallestPartBytes = 5 * 1024 * 1024;

/** Uploads under way and their parts. */
export class Multipart {
  readonly #store: DatabaseSync;

  constructor(store: DatabaseSync) {
    store.exec(`
      CREATE TABLE IF NOT EXISTS upload (
        id TEXT PRIMARY KEY, bucket TEXT NOT NULL, key TEXT NOT NULL, headers TEXT NOT NULL, created_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE IF NOT EXISTS part (
        upload_id TEXT NOT NULL REFERENCES upload(id) ON DELETE CASCADE,
        number INTEGER NOT NULL, file TEXT NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL, modified_at INTEGER NOT NULL,
        PRIMARY KEY (upload_id, number)
      ) STRICT;
    `);
    this.#store = store;
  }

  create(bucket: string, key: string, headers: Readonly<Record<string, string>>): string {
    const id = randomUUID().replaceAll("-", "");
    prepared(this.#store, "INSERT INTO upload (id, bucket, key, headers, created_at) VALUES (?, ?, ?, ?, ?)").run(
      id,
      bucket,
      key,
      JSON.stringify(headers),
      Date.now(),
    );
    return id;
  }

  /** The headers that the object will have. @throws S3Error NoSuchUpload */
  headersOf(id: string, bucket: string, key: string): Record<string, string> {
    const row = prepared(this.#store, "SELECT headers FROM upload WHERE id = ? AND bucket = ? AND key = ?").get(id, bucket, key);
    if (!row) throw s3Errors.noSuchUpload();
    return JSON.parse(textOf(row, "headers"));
  }

  /** Returns the file of the part that it replaces. */
  putPart(id: string, partNumber: number, blob: Blob): string | undefined {
    return inTransaction(this.#store, () => {
      const previous = prepared(this.#store, "SELECT file FROM part WHERE upload_id = ? AND number = ?").get(id, partNumber);
      prepared(
        this.#store,
        "INSERT OR REPLACE INTO part (upload_id, number, file, size, etag, modified_at) VALUES (?, ?, ?, ?, ?, ?)",
      ).run(id, partNumber, blob.file, blob.size, `"${blob.md5}"`, Date.now());
      return previous && textOf(previous, "file");
    });
  }

  parts(id: string): Part[] {
    const rows = prepared(this.#store, "SELECT * FROM part WHERE upload_id = ? ORDER BY number").all(id);
    return rows.map((row) => ({
      partNumber: numberOf(row, "number"),
      file: textOf(row, "file"),
      size: numberOf(row, "size"),
      etag: textOf(row, "etag"),
      modifiedAt: numberOf(row, "modified_at"),
    }));
  }

  /** The parts that a completion names, checked as S3 checks them. */
  chosenParts(id: string, wanted: readonly { partNumber: number; etag: string }[]): Part[] {
    const parts = new Map(this.parts(id).map((part) => [part.partNumber, part]));
    const isAscending = wanted.every(({ partNumber }, index) => partNumber > (wanted[index - 1]?.partNumber ?? 0));
    if (!isAscending) throw s3Errors.invalidPartOrder();
    return wanted.map(({ partNumber, etag }, index) => {
      const part = parts.get(partNumber);
      if (part === undefined || part.etag.replaceAll('"', "") !== etag.replaceAll('"', "")) throw s3Errors.invalidPart();
      if (index < wanted.length - 1 && part.size < smallestPartBytes) throw s3Errors.entityTooSmall();
      return part;
    });
  }

  /** Forgets the upload; returns the files of its parts. */
  remove(id: string): string[] {
    return inTransaction(this.#store, () => {
      const files = this.parts(id).map(({ file }) => file);
      prepared(this.#store, "DELETE FROM upload WHERE id = ?").run(id);
      return files;
    });
  }

  isNamed(file: string): boolean {
    return prepared(this.#store, "SELECT 1 FROM part WHERE file = ?").get(file) !== undefined;
  }
}

/** The ETag of an object that came in parts: the MD5 of their MD5s, and their number. */
export function multipartEtag(parts: readonly Part[]): string {
  const hash = createHash("md5");
  for (const { etag } of parts) hash.update(Buffer.from(etag.replaceAll('"', ""), "hex"));
  return `"${hash.digest("hex")}-${parts.length}"`;
}
