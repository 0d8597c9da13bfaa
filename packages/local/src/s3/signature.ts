import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type Access, accessKeyIdOf } from "../iam/access.ts";
import { localCredentials } from "../local-credentials.ts";
import { S3Error, s3Errors } from "./errors.ts";

/** Payload hash from the request's signature: SHA-256 in hex, or one of S3's keywords (`UNSIGNED-PAYLOAD`, `STREAMING-…`). */
export type PayloadHash = string;

const longestSkewMs = 15 * 60_000;
const longestExpirySeconds = 7 * 24 * 3600;

/** Checks the SigV4 signature in the headers or in the query (presigned), its date and its expiry. @throws S3Error */
export function verifySignature(request: IncomingMessage, url: URL, access: Access, now = Date.now()): PayloadHash {
  const verify = url.searchParams.has("X-Amz-Signature") ? verifyPresigned : verifyHeader;
  return verify(request, url, access, now);
}

function verifyHeader(request: IncomingMessage, url: URL, access: Access, now: number): PayloadHash {
  const authorization = request.headers.authorization ?? "";
  const match = /^AWS4-HMAC-SHA256\s+Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([\da-f]+)$/.exec(
    authorization,
  );
  const [, credential = "", signedHeaders = "", signature = ""] = match ?? [];
  if (!match) throw s3Errors.accessDenied();
  const timestamp = String(request.headers["x-amz-date"] ?? "");
  if (!(Math.abs(instantOf(timestamp) - now) <= longestSkewMs)) {
    throw new S3Error("RequestTimeTooSkewed", 403, "The difference between the request time and the current time is too large.");
  }
  const payloadHash = String(request.headers["x-amz-content-sha256"] ?? "UNSIGNED-PAYLOAD");
  check({ request, url, access, credential, signedHeaders, signature, timestamp, payloadHash });
  return payloadHash;
}

function verifyPresigned(request: IncomingMessage, url: URL, access: Access, now: number): PayloadHash {
  const parameter = (name: string) => url.searchParams.get(name) ?? "";
  const timestamp = parameter("X-Amz-Date");
  const expiresSeconds = Number(parameter("X-Amz-Expires"));
  if (parameter("X-Amz-Algorithm") !== "AWS4-HMAC-SHA256" || !(expiresSeconds >= 1 && expiresSeconds <= longestExpirySeconds)) {
    throw new S3Error("AuthorizationQueryParametersError", 400, "X-Amz-Algorithm or X-Amz-Expires is not valid");
  }
  const signedAt = instantOf(timestamp);
  if (Number.isNaN(signedAt) || signedAt > now + longestSkewMs) throw s3Errors.accessDenied("Request is not valid yet");
  if (now > signedAt + expiresSeconds * 1000) throw s3Errors.accessDenied("Request has expired");
  const payloadHash = parameter("X-Amz-Content-Sha256") || String(request.headers["x-amz-content-sha256"] ?? "UNSIGNED-PAYLOAD");
  check({
    request,
    url,
    access,
    credential: parameter("X-Amz-Credential"),
    signedHeaders: parameter("X-Amz-SignedHeaders"),
    signature: parameter("X-Amz-Signature"),
    timestamp,
    payloadHash,
  });
  return payloadHash;
}

interface SignedRequest {
  readonly request: IncomingMessage;
  readonly url: URL;
  readonly access: Access;
  readonly credential: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly timestamp: string;
  readonly payloadHash: string;
}

function check({ request, url, access, credential, signedHeaders, signature, timestamp, payloadHash }: SignedRequest): void {
  const key = signingKeyFor(credential, "s3", access);
  const scope = credential.split("/").slice(1).join("/");
  const headers = signedHeaders.split(";").map((name) => {
    const value = request.headers[name];
    return `${name}:${(Array.isArray(value) ? value.join(",") : (value ?? "")).trim().replace(/ +/g, " ")}\n`;
  });
  const canonicalRequest = [
    request.method ?? "",
    url.pathname
      .split("/")
      .map((segment) => encoded(decodeURIComponent(segment)))
      .join("/"),
    canonicalQuery(url),
    headers.join(""),
    signedHeaders,
    payloadHash,
  ].join("\n");
  const hash = createHash("sha256").update(canonicalRequest).digest("hex");
  if (!sameSignature(hmacHex(key, ["AWS4-HMAC-SHA256", timestamp, scope, hash].join("\n")), signature)) {
    throw s3Errors.signatureDoesNotMatch();
  }
}

function canonicalQuery(url: URL): string {
  return url.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !part.startsWith("X-Amz-Signature="))
    .map((part) => {
      const [name = "", ...value] = part.split("=");
      return `${encoded(queryDecoded(name))}=${encoded(queryDecoded(value.join("=")))}`;
    })
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join("&");
}

const queryDecoded = (text: string) => decodeURIComponent(text.replaceAll("+", " "));

/** RFC 3986: encodeURIComponent leaves a few characters that SigV4 encodes. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** The key that `accessKey/date/region/service/aws4_request` signs with. @throws S3Error for another access key or service */
export function signingKeyFor(credential: string, expectedService: string, access: Access): Buffer {
  const [accessKey, date = "", region = "", service = "", terminator] = credential.split("/");
  if (accessKey !== localCredentials.accessKeyId && !access.isRole(accessKey ?? "")) {
    throw new S3Error("InvalidAccessKeyId", 403, "The AWS Access Key Id you provided does not exist in our records.");
  }
  if (service !== expectedService || terminator !== "aws4_request")
    throw s3Errors.accessDenied("The credential's scope is not valid");
  return [date, region, service, "aws4_request"].reduce<Buffer>(
    (key, part) => createHmac("sha256", key).update(part).digest(),
    Buffer.from(`AWS4${localCredentials.secretAccessKey}`),
  );
}

/** The access key id of a request that is signed in its headers or in its query. */
export const signerOf = (request: IncomingMessage, url: URL): string | undefined =>
  accessKeyIdOf(request) ?? url.searchParams.get("X-Amz-Credential")?.split("/")[0];

export const hmacHex = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest("hex");

export function sameSignature(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

/** `20261121T043900Z` as epoch milliseconds, or NaN. */
export function instantOf(timestamp: string): number {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(timestamp);
  if (!match) return Number.NaN;
  const [, year, month, day, hour, minute, second] = match;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
