import type { IncomingMessage, ServerResponse } from "node:http";
import type { Access } from "../iam/access.ts";
import type { Blobs } from "./blobs.ts";
import type { Multipart } from "./multipart.ts";
import type { Objects } from "./objects.ts";
import type { PayloadHash } from "./signature.ts";

/** Dependencies of every operation. */
export interface S3 {
  readonly objects: Objects;
  readonly blobs: Blobs;
  readonly multipart: Multipart;
  readonly access: Access;
}

/** A verified request. */
export interface S3Request {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly query: URLSearchParams;
  readonly bucket: string;
  /** Decoded; empty for a request about the bucket. */
  readonly key: string;
  /** The access key id. */
  readonly signer: string | undefined;
  readonly payloadHash: PayloadHash;
}

export function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(",") : value;
}

export function replyXml(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "content-type": "application/xml", "content-length": Buffer.byteLength(body) });
  response.end(body);
}

const keptHeaders = ["content-type", "content-disposition", "content-language", "cache-control", "expires"];

/** The headers that are stored with an object and come back with it. `aws-chunked` is about the request, not the object. */
export function storedHeaders(request: IncomingMessage): Record<string, string> {
  const kept: Record<string, string> = { "content-type": "binary/octet-stream" };
  for (const name of Object.keys(request.headers)) {
    const value = header(request, name);
    if (value !== undefined && (keptHeaders.includes(name) || name.startsWith("x-amz-meta-"))) kept[name] = value;
  }
  const encoding = (header(request, "content-encoding") ?? "").split(",").map((part) => part.trim());
  const remaining = encoding.filter((part) => part !== "" && part !== "aws-chunked").join(",");
  return remaining === "" ? kept : { ...kept, "content-encoding": remaining };
}
