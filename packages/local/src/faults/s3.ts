import { xml } from "../s3/xml.ts";
import { everywhere } from "./fault.ts";
import { type FaultyService, type Reply, unchanged } from "./service.ts";

const error = (status: number, Code: string): Reply => ({
  status,
  headers: { "content-type": "application/xml" },
  body: Buffer.from(xml("Error", { Code, Message: "by the fault engine" })),
});

/** S3, as far as the SDK calls it. A browser's uploads and downloads are left alone: it is the page that repeats them, and no suite has one. */
export const s3: FaultyService = {
  operationOf({ method, url, headers }) {
    if (headers.authorization === undefined) return undefined;
    const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
    const ofBucket = !/^\/[^/]+\/./.test(pathname);
    if (ofBucket) return searchParams.has("delete") ? "DeleteObjects" : `${method} bucket`;
    return searchParams.has("uploadId") || searchParams.has("uploads") ? `${method} upload` : `${method} object`;
  },
  weightsOf: (operation) => (operation === "GET object" ? { ...everywhere, cutAnswer: 4 } : everywhere),
  isStreamed: (operation) => operation === "GET object",
  refuse: () => error(503, "SlowDown"),
  fail: () => error(500, "InternalError"),
  alter: (_, __, call) => ({ body: call.body, answer: unchanged }),
};
