import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";

export interface Checksum {
  update(chunk: Buffer): void;
  /** Base64, as in `x-amz-checksum-…`. */
  digest(): string;
}

/** By the end of the header's name. CRC64NVME is not verified: the SDKs use it only on request. */
export const checksumAlgorithms: Readonly<Record<string, () => Checksum>> = {
  crc32: () => crc(crc32),
  crc32c: () => crc(crc32c),
  sha1: () => hashed("sha1"),
  sha256: () => hashed("sha256"),
};

function hashed(algorithm: string): Checksum {
  const hash = createHash(algorithm);
  return { update: (chunk) => void hash.update(chunk), digest: () => hash.digest("base64") };
}

function crc(step: (data: Buffer, value: number) => number): Checksum {
  let value = 0;
  return {
    update: (chunk) => void (value = step(chunk, value)),
    digest() {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value >>> 0);
      return bytes.toString("base64");
    },
  };
}

/** The Castagnoli polynomial, reflected. */
const castagnoli = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

function crc32c(data: Buffer, value: number): number {
  let result = ~value;
  for (const byte of data) result = (castagnoli[(result ^ byte) & 0xff] ?? 0) ^ (result >>> 8);
  return ~result >>> 0;
}
