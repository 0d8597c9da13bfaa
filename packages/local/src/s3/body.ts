import { createHash } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { withoutChunkFraming } from "./aws-chunked.ts";
import type { Blob, Blobs } from "./blobs.ts";
import { checksumAlgorithms } from "./checksums.ts";
import type { Checksum } from "./checksums.ts";
import { s3Errors } from "./errors.ts";
import type { PayloadHash } from "./signature.ts";

export interface ReceivedBody {
  readonly blob: Blob;
  /** `x-amz-checksum-<algorithm>` as the client gave it, in a header or in the trailer, and verified. */
  readonly checksums: Readonly<Record<string, string>>;
}

const checksumHeader = /^x-amz-checksum-(crc32|crc32c|crc64nvme|sha1|sha256)$/;
const largestObjectBytes = 5 * 1024 ** 3;

/** Streams the request's body to disk and verifies all that the client said of it: length, SHA-256, MD5, checksums. @throws S3Error */
export async function receiveBody(request: IncomingMessage, payloadHash: PayloadHash, blobs: Blobs): Promise<ReceivedBody> {
  const { headers } = request;
  const claimed: Record<string, string> = {};
  const claim = (name: string, value: string) => {
    if (checksumHeader.test(name)) claimed[name] = value;
  };
  for (const [name, value] of Object.entries(headers)) if (typeof value === "string") claim(name, value);

  const chunked = payloadHash.startsWith("STREAMING-") || (headers["content-encoding"] ?? "").includes("aws-chunked");
  const raw = bytesOf(request);
  const counters = checksumsFor(headers, claimed);
  const sha256 = createHash("sha256");
  const blob = await blobs.write(chunked ? withoutChunkFraming(raw, claim) : raw, (chunk, size) => {
    if (size > largestObjectBytes) throw s3Errors.entityTooLarge();
    sha256.update(chunk);
    for (const counter of counters.values()) counter.update(chunk);
  });
  try {
    const expectedBytes = chunked ? headers["x-amz-decoded-content-length"] : headers["content-length"];
    if (expectedBytes !== undefined && Number(expectedBytes) !== blob.size) throw s3Errors.incompleteBody();
    if (/^[\da-f]{64}$/.test(payloadHash) && sha256.digest("hex") !== payloadHash) {
      throw s3Errors.badDigest("x-amz-content-sha256");
    }
    const md5 = headers["content-md5"];
    if (typeof md5 === "string" && Buffer.from(md5, "base64").toString("hex") !== blob.md5)
      throw s3Errors.badDigest("Content-MD5");
    for (const [name, value] of Object.entries(claimed)) {
      const digest = counters.get(name)?.digest();
      if (digest !== undefined && digest !== value) throw s3Errors.badDigest(name);
    }
  } catch (error) {
    await blobs.remove([blob.file]);
    throw error;
  }
  return { blob, checksums: claimed };
}

/** One counter for each checksum that a header gives or announces for the trailer. */
function checksumsFor(headers: IncomingHttpHeaders, claimed: Readonly<Record<string, string>>): Map<string, Checksum> {
  const trailers = String(headers["x-amz-trailer"] ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase());
  return new Map(
    [...Object.keys(claimed), ...trailers].flatMap((name): [string, Checksum][] => {
      const start = checksumAlgorithms[checksumHeader.exec(name)?.[1] ?? ""];
      return start ? [[name, start()]] : [];
    }),
  );
}

/** @throws S3Error when the client leaves before the end */
export async function* bytesOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    // A refusal in mid-body must not destroy the request: its socket still carries the answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) yield Buffer.from(chunk);
  } catch {
    throw s3Errors.incompleteBody();
  }
}
