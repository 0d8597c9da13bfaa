import { GetObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { documentClient } from "../data/connection.ts";
import { tableName, tableSchema } from "../data/table.ts";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { backup, type DatabaseSync } from "node:sqlite";
import { gunzipSync, inflateRawSync, zstdDecompressSync } from "node:zlib";

/**
 * Everything stored: each item of the table and of its indexes, and each object of the bucket, by a name that identifies it; without other organizations' data.
 */
export async function everythingKept(orgId: string): Promise<Map<string, Buffer>> {
  const all = await everythingOfAll();
  return new Map([...all].filter(([name]) => name.includes(orgId) || !name.includes("org_")));
}

async function everythingOfAll(): Promise<Map<string, Buffer>> {
  const kept = new Map<string, Buffer>();
  for (const IndexName of [undefined, ...tableSchema.GlobalSecondaryIndexes.map(({ IndexName: name }) => name)]) {
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    do {
      const page = await documentClient().send(
        new ScanCommand({
          TableName: tableName(),
          ...(IndexName ? { IndexName } : {}),
          ...(ExclusiveStartKey ? { ExclusiveStartKey } : {}),
        }),
      );
      for (const item of page.Items ?? []) kept.set(`${IndexName ?? "table"} ${item["pk"]} ${item["sk"]}`, flat(item));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
  }
  const s3 = new S3Client({ forcePathStyle: true });
  const Bucket = process.env["DATA_BUCKET"] ?? "";
  for (const { Key } of (await s3.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []) {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
    kept.set(`bucket ${Key}`, opened(Buffer.from((await Body?.transformToByteArray()) ?? [])));
  }
  return kept;
}

/** The item as text, its attributes in a fixed order, with compressed content unpacked. */
function flat(item: Readonly<Record<string, unknown>>): Buffer {
  const parts = Object.entries(item)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) =>
      value instanceof Uint8Array
        ? Buffer.concat([Buffer.from(`${key}=`), opened(Buffer.from(value))])
        : Buffer.from(inOrder([key, value])),
    );
  return Buffer.concat(parts);
}

/** JSON with keys in a fixed order, since the engine returns them in none. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** Bytes, plus their unpacked form, by whichever method succeeds. */
function opened(bytes: Buffer): Buffer {
  for (const unpack of [zstdDecompressSync, gunzipSync, inflateRawSync]) {
    try {
      return Buffer.concat([bytes, unpack(bytes)]);
    } catch {
      // It was packed differently, or not at all.
    }
  }
  return bytes;
}

/** A replica's file, free pages included. */
export async function pagesOf(db: DatabaseSync): Promise<Buffer> {
  const path = join(await mkdtemp(join(tmpdir(), "kartis-pages-")), "replica");
  try {
    await backup(db, path);
    return await readFile(path);
  } finally {
    await rm(dirname(path), { recursive: true });
  }
}

/** Every word and trigram that the replica's text indexes know. */
export function wordsOf(db: DatabaseSync): Buffer {
  const words = ["card_term", "card_part"].flatMap((table) => {
    db.exec(`CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, ${table}, row)`);
    const terms = db.prepare("SELECT term FROM temp.words").all();
    db.exec("DROP TABLE temp.words");
    return terms.map(({ term }) => String(term));
  });
  return Buffer.from(words.join("\n"));
}

/** Places where any of the markers occurs, in any case. */
export function whereStands(markers: readonly string[], kept: ReadonlyMap<string, Buffer>): string[] {
  return [...kept].flatMap(([name, bytes]) => {
    const text = bytes.toString("latin1").toLowerCase();
    return markers.filter((marker) => text.includes(marker.toLowerCase())).map((marker) => `${marker} in ${name}`);
  });
}
