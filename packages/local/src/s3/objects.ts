import type { DatabaseSync } from "node:sqlite";
import { inTransaction, numberOf, prepared, textOf } from "../store.ts";
import type { Row } from "../store.ts";
import { s3Errors } from "./errors.ts";

export interface StoredObject {
  readonly bucket: string;
  readonly key: string;
  readonly file: string;
  readonly size: number;
  /** With its quotes. */
  readonly etag: string;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
  /** Headers returned with the object: Content-Type, Content-Disposition, x-amz-meta-…, x-amz-checksum-…; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** `If-Match` and `If-None-Match` of a write. */
export interface WriteConditions {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

export interface CorsRule {
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  readonly exposed: readonly string[];
  readonly maxAgeSeconds?: number | undefined;
}

export interface ExpiryRule {
  readonly prefix: string;
  readonly afterDays: number;
}

interface BucketRules {
  readonly cors?: readonly CorsRule[];
  readonly expire?: readonly ExpiryRule[];
}

const textEncoder = new TextEncoder();

/** Buckets and the rows of objects. Each method is one transaction. */
export class Objects {
  readonly #store: DatabaseSync;

  constructor(store: DatabaseSync) {
    store.exec(`
      CREATE TABLE IF NOT EXISTS bucket (name TEXT PRIMARY KEY, created_at INTEGER NOT NULL, rules TEXT NOT NULL DEFAULT '{}') STRICT;
      CREATE TABLE IF NOT EXISTS object (
        bucket TEXT NOT NULL REFERENCES bucket(name),
        key TEXT NOT NULL,
        file TEXT NOT NULL,
        size INTEGER NOT NULL,
        etag TEXT NOT NULL,
        modified_at INTEGER NOT NULL,
        headers TEXT NOT NULL,
        PRIMARY KEY (bucket, key)
      ) STRICT;
      CREATE INDEX IF NOT EXISTS object_file ON object(file);
    `);
    this.#store = store;
  }

  createBucket(name: string): void {
    prepared(this.#store, "INSERT OR IGNORE INTO bucket (name, created_at) VALUES (?, ?)").run(name, Date.now());
  }

  buckets(): { name: string; createdAt: number }[] {
    const rows = prepared(this.#store, "SELECT * FROM bucket ORDER BY name").all();
    return rows.map((row) => ({ name: textOf(row, "name"), createdAt: numberOf(row, "created_at") }));
  }

  requireBucket(name: string): void {
    this.rules(name);
  }

  rules(bucket: string): BucketRules {
    const row = prepared(this.#store, "SELECT rules FROM bucket WHERE name = ?").get(bucket);
    if (!row) throw s3Errors.noSuchBucket();
    return JSON.parse(textOf(row, "rules"));
  }

  setRules(bucket: string, rules: BucketRules): void {
    const merged = { ...this.rules(bucket), ...rules };
    prepared(this.#store, "UPDATE bucket SET rules = ? WHERE name = ?").run(JSON.stringify(merged), bucket);
  }

  find(bucket: string, key: string): StoredObject | undefined {
    const row = prepared(this.#store, "SELECT * FROM object WHERE bucket = ? AND key = ?").get(bucket, key);
    return row && objectOf(row);
  }

  get(bucket: string, key: string): StoredObject {
    this.requireBucket(bucket);
    const found = this.find(bucket, key);
    if (!found) throw s3Errors.noSuchKey();
    return found;
  }

  /** Puts the object in place of what was there, if the conditions hold. Returns the file that is no longer named. */
  put(object: StoredObject, conditions: WriteConditions = {}): string | undefined {
    return inTransaction(this.#store, () => {
      this.requireBucket(object.bucket);
      const previous = this.find(object.bucket, object.key);
      checkWrite(previous, conditions);
      prepared(
        this.#store,
        "INSERT OR REPLACE INTO object (bucket, key, file, size, etag, modified_at, headers) VALUES (?, ?, ?, ?, ?, ?, ?)",
      ).run(object.bucket, object.key, object.file, object.size, object.etag, object.modifiedAt, JSON.stringify(object.headers));
      return previous?.file;
    });
  }

  /** Returns the file that is no longer named. Deleting what is not there succeeds. */
  remove(bucket: string, key: string, conditions: WriteConditions = {}): string | undefined {
    return inTransaction(this.#store, () => {
      this.requireBucket(bucket);
      const previous = this.find(bucket, key);
      if (previous) checkWrite(previous, conditions);
      prepared(this.#store, "DELETE FROM object WHERE bucket = ? AND key = ?").run(bucket, key);
      return previous?.file;
    });
  }

  /** Objects after `after` (exclusive) with the prefix, by key in UTF-8 order. */
  *list(bucket: string, prefix: string, after: string): Generator<StoredObject> {
    this.requireBucket(bucket);
    const page = prepared(this.#store, "SELECT * FROM object WHERE bucket = ? AND key > ? AND key >= ? ORDER BY key LIMIT 500");
    let last = after;
    for (;;) {
      const rows = page.all(bucket, last, prefix);
      for (const row of rows) {
        const object = objectOf(row);
        if (!object.key.startsWith(prefix)) return;
        yield object;
        last = object.key;
      }
      if (rows.length < 500) return;
    }
  }

  isNamed(file: string): boolean {
    return prepared(this.#store, "SELECT 1 FROM object WHERE file = ?").get(file) !== undefined;
  }

  /** Objects that the buckets' lifecycle rules expire by `now`. */
  expired(now: number): { bucket: string; key: string }[] {
    return this.buckets().flatMap(({ name }) =>
      (this.rules(name).expire ?? []).flatMap(({ prefix, afterDays }) =>
        [...this.list(name, prefix, "")]
          .filter(({ modifiedAt }) => modifiedAt + afterDays * 86_400_000 <= now)
          .map(({ bucket, key }) => ({ bucket, key })),
      ),
    );
  }
}

function checkWrite(previous: StoredObject | undefined, { ifMatch, ifNoneMatch }: WriteConditions): void {
  if (ifNoneMatch !== undefined && previous !== undefined && (ifNoneMatch === "*" || sameEtag(ifNoneMatch, previous.etag))) {
    throw s3Errors.preconditionFailed();
  }
  if (ifMatch === undefined) return;
  if (previous === undefined) throw s3Errors.noSuchKey();
  if (ifMatch !== "*" && !sameEtag(ifMatch, previous.etag)) throw s3Errors.preconditionFailed();
}

export const sameEtag = (a: string, b: string) => a.replaceAll('"', "") === b.replaceAll('"', "");

export function checkKey(key: string): string {
  if (textEncoder.encode(key).length > 1024) throw s3Errors.invalidArgument("Your key is too long");
  return key;
}

function objectOf(row: Row): StoredObject {
  return {
    bucket: textOf(row, "bucket"),
    key: textOf(row, "key"),
    file: textOf(row, "file"),
    size: numberOf(row, "size"),
    etag: textOf(row, "etag"),
    modifiedAt: numberOf(row, "modified_at"),
    headers: JSON.parse(textOf(row, "headers")),
  };
}
