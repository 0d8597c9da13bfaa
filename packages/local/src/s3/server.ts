import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { Access } from "../iam/access.ts";
import { demandsOfS3 } from "../iam/demands.ts";
import { isForOwnHost, refuseOtherHost } from "../wire/own-host.ts";
import { openStore } from "../store.ts";
import { Blobs } from "./blobs.ts";
import { createBucket, deleteObjects, headBucket, listBuckets, listObjects, putBucketCors } from "./bucket-operations.ts";
import { answerPreflight, corsHeaders } from "./cors.ts";
import { requireAccess, S3Error, s3Errors } from "./errors.ts";
import { Multipart } from "./multipart.ts";
import { abortUpload, completeUpload, createUpload, listParts, uploadPart } from "./multipart-operations.ts";
import { copyObject, deleteObject, getObject, putObject } from "./object-operations.ts";
import { checkKey, Objects } from "./objects.ts";
import type { ExpiryRule } from "./objects.ts";
import { postObject } from "./post-object.ts";
import type { S3, S3Request } from "./request.ts";
import { replyXml } from "./request.ts";
import { signerOf, verifySignature } from "./signature.ts";
import { xml } from "./xml.ts";

export interface S3Options {
  readonly dataDir: string;
  /** 0 or absent: any free one, which also follows if the port is taken. */
  readonly port?: number;
  /** Access rules. Without them, anyone with the local key can do everything. */
  readonly access?: Access;
}

export interface S3Server {
  /** `http://127.0.0.1:<port>`: AWS_ENDPOINT_URL_S3, and the origin of presigned URLs. */
  readonly endpoint: string;
  /** Creates the bucket if need be and sets its rules. */
  deployBucket(name: string, rules: { corsOrigins: readonly string[]; expire: readonly ExpiryRule[] }): void;
  /** Deletes what the lifecycle rules end by `now` (epoch milliseconds). Runs by itself every hour. */
  sweepExpired(now?: number): Promise<number>;
  close(): Promise<void>;
}

const sweepIntervalMs = 3600_000;

/** Starts S3 (REST with XML) on 127.0.0.1. What was acknowledged survives the death of the process. */
export async function startS3({ dataDir, port = 0, access = new Access() }: S3Options): Promise<S3Server> {
  const startedAt = Date.now();
  const store = openStore(join(dataDir, "s3.sqlite"));
  const s3: S3 = {
    objects: new Objects(store),
    multipart: new Multipart(store),
    blobs: new Blobs(join(dataDir, "objects")),
    access,
  };
  const server = createServer((request, response) => {
    if (!isForOwnHost(request)) return refuseOtherHost(response);
    serve(s3, request, response).catch((error: unknown) => replyError(request, response, error));
  });
  server.keepAliveTimeout = 75_000;
  server.requestTimeout = 0; // a large upload may take its time
  await listen(server, port).catch(() => listen(server, 0));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the S3 server has no port");

  const cleaning = s3.blobs
    .removeUnnamed((file) => s3.objects.isNamed(file) || s3.multipart.isNamed(file), startedAt)
    .catch(() => undefined);

  async function sweepExpired(now = Date.now()): Promise<number> {
    const expired = s3.objects.expired(now);
    await s3.blobs.remove(expired.flatMap(({ bucket, key }) => s3.objects.remove(bucket, key) ?? []));
    return expired.length;
  }
  const timer = setInterval(() => void sweepExpired().catch(() => undefined), sweepIntervalMs).unref();

  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    deployBucket(name, { corsOrigins, expire }) {
      s3.objects.createBucket(name);
      const cors = {
        origins: corsOrigins,
        methods: ["GET", "HEAD", "PUT", "POST"],
        headers: ["*"],
        exposed: ["ETag"],
        maxAgeSeconds: 3000,
      };
      s3.objects.setRules(name, { cors: [cors], expire });
    },
    sweepExpired,
    async close() {
      clearInterval(timer);
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
      await cleaning;
      store.close();
    },
  };
}

async function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}

async function serve(s3: S3, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader("x-amz-request-id", randomUUID());
  const url = new URL(`http://localhost${request.url ?? "/"}`);
  const [, bucket = "", encodedKey = ""] = /^\/([^/]*)\/?(.*)$/s.exec(url.pathname) ?? [];
  const cors = bucket === "" ? [] : corsRulesOf(s3, bucket);
  if (request.method === "OPTIONS") return answerPreflight(cors, request, response);
  for (const [name, value] of Object.entries(corsHeaders(cors, request.headers.origin, request.method ?? "")))
    response.setHeader(name, value);

  if (request.method === "POST" && encodedKey === "" && request.headers.authorization === undefined && url.search === "") {
    return postObject(s3, bucket, request, response); // signed in its form
  }
  const payloadHash = verifySignature(request, url, s3.access);
  const key = checkKey(decodeURIComponent(encodedKey));
  const signer = signerOf(request, url);
  requireAccess(s3.access, signer, demandsOfS3(request, url.searchParams, bucket, key));
  const operation = operationOf(request, url.searchParams, bucket, key);
  await operation(s3, { request, response, url, query: url.searchParams, bucket, key, signer, payloadHash });
}

function corsRulesOf(s3: S3, bucket: string) {
  try {
    return s3.objects.rules(bucket).cors ?? [];
  } catch {
    return []; // the operation itself says that there is no such bucket
  }
}

type Operation = (s3: S3, request: S3Request) => void | Promise<void>;

/** Parameters in the query that make a request one about something that is not served here, e.g. `?acl`. */
const unserved = [
  "acl",
  "policy",
  "tagging",
  "versioning",
  "versions",
  "lifecycle",
  "encryption",
  "website",
  "retention",
  "uploads",
];

function operationOf(request: IncomingMessage, query: URLSearchParams, bucket: string, key: string): Operation {
  const method = request.method ?? "";
  const ofUpload = query.has("uploadId");
  if (bucket === "") return method === "GET" ? listBuckets : refused;
  if (key !== "" && method === "POST" && query.has("uploads")) return createUpload;
  const subresource = unserved.find((name) => query.has(name));
  if (subresource !== undefined) throw s3Errors.notImplemented(`?${subresource}`);
  if (key === "") {
    const operations: Readonly<Record<string, Operation>> = {
      GET: listObjects,
      HEAD: headBucket,
      PUT: query.has("cors") ? putBucketCors : createBucket,
      POST: query.has("delete") ? deleteObjects : refused,
    };
    return operations[method] ?? refused;
  }
  const operations: Readonly<Record<string, Operation>> = {
    GET: ofUpload ? listParts : getObject,
    HEAD: getObject,
    PUT: ofUpload ? uploadPart : request.headers["x-amz-copy-source"] !== undefined ? copyObject : putObject,
    POST: ofUpload ? completeUpload : refused,
    DELETE: ofUpload ? abortUpload : deleteObject,
  };
  return operations[method] ?? refused;
}

const refused: Operation = () => {
  throw s3Errors.methodNotAllowed();
};

function replyError(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (!(error instanceof S3Error)) console.error(error);
  const { code, status, message } =
    error instanceof S3Error ? error : new S3Error("InternalError", 500, "We encountered an internal error.");
  // A browser reads the answer only after it has sent everything, so the rest is taken and dropped.
  request.resume();
  if (response.destroyed) return;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (request.method === "HEAD") response.writeHead(status).end();
  else
    replyXml(
      response,
      status,
      xml("Error", {
        Code: code,
        Message: message,
        Resource: request.url,
        RequestId: String(response.getHeader("x-amz-request-id")),
      }),
    );
}
