import type { IncomingMessage } from "node:http";
import { withoutChunkFraming } from "./aws-chunked.ts";
import { bytesOf } from "./body.ts";
import { s3Errors } from "./errors.ts";

const largestDocumentBytes = 2 * 1024 * 1024;

/** An XML document in the body. */
export async function readText(request: IncomingMessage): Promise<string> {
  const raw = bytesOf(request);
  const chunked = String(request.headers["x-amz-content-sha256"] ?? "").startsWith("STREAMING-");
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunked ? withoutChunkFraming(raw, () => undefined) : raw) {
    size += chunk.length;
    if (size > largestDocumentBytes) throw s3Errors.entityTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
