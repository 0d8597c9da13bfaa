import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";

const localHeader = 0x04034b50;
const centralHeader = 0x02014b50;
const endOfDirectory = 0x06054b50;
const deflated = 8;
/** ZIP 2.0: folders and deflate. */
const version = 20;
/** 1 January 1980, the first day that ZIP knows. */
const date = (1 << 5) | 1;
/** Bit 11: names are UTF-8. */
const flags = 1 << 11;
/** A regular file that everyone may read, as Lambda's user must. */
const attributes = (0o100644 << 16) >>> 0;

/**
 * Zips a folder into a file such that the same content gives the same bytes on any machine, at any time: sorted names, no times, no owners.
 * Otherwise each deployment would replace every function. Files beyond 4 GB are not handled; Lambda takes 250 MB.
 */
export async function zipDirectory(directory: string, target: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(directory.length + 1)
        .replaceAll("\\", "/"),
    )
    .toSorted(); // by code unit: a locale would not be the same everywhere
  const files = await Promise.all(names.map(async (name) => ({ name, content: await readFile(join(directory, name)) })));
  await writeFile(target, zip(files));
}

/** A ZIP archive of these files, in this order. Pure. */
export function zip(files: readonly { readonly name: string; readonly content: Buffer }[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const nameBytes = Buffer.from(name, "utf8");
    const data = deflateRawSync(content, { level: 9 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(version, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(deflated, 4);
    common.writeUInt16LE(0, 6);
    common.writeUInt16LE(date, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);

    const rest = Buffer.alloc(14); // comment length, disk, internal and external attributes, offset
    rest.writeUInt32LE(attributes, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(uint32(centralHeader), uint16((3 << 8) | version), common, rest, nameBytes); // made by Unix

    const entry = [uint32(localHeader), common, nameBytes, data];
    parts.push(...entry);
    offset += entry.reduce((sum, part) => sum + part.length, 0);
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directoryBytes.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, directoryBytes, uint32(endOfDirectory), end]);
}

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}

function uint16(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16LE(value);
  return buffer;
}
