import { crc32, inflateRawSync } from "node:zlib";

/** The files of a ZIP archive by their paths, read by its directory as unpackers do. Throws where a checksum does not hold. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error("Not a directory of a ZIP");
    const [crc, packed, bytes] = [16, 20, 24].map((offset) => zip.readUInt32LE(at + offset));
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const start = zip.readUInt32LE(at + 42);
    const path = zip.toString("utf8", at + 46, at + 46 + name);
    const body = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    const content = inflateRawSync(zip.subarray(body, body + (packed ?? 0)));
    if (content.length !== bytes || crc32(content) !== crc) throw new Error(`${path} is damaged`);
    files.set(path, content);
    at += 46 + name + extra + comment;
  }
  return files;
}
