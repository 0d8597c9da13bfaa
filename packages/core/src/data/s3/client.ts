import { S3Client } from "@aws-sdk/client-s3";
import { env } from "../../kernel/env.ts";

/*
 * The S3 client is a third of what a cold start of the API would parse, and few calls need it. So this folder is only loaded by `import()`, one file for each
 * right that a function may have, since a bundle carries the commands of everything it can reach.
 */

/** `brief`: for optional objects, so that nobody waits long for an answer that does not come. */
export type S3Patience = "usual" | "brief";

const clients = new Map<S3Patience, S3Client>();

export function s3(patience: S3Patience = "usual"): S3Client {
  let client = clients.get(patience);
  if (!client) {
    const brief = { maxAttempts: 2, requestHandler: { connectionTimeout: 1_000, socketTimeout: 20_000 } };
    client = new S3Client({ forcePathStyle: env("STAGE") === "local", ...(patience === "brief" ? brief : {}) });
    clients.set(patience, client);
  }
  return client;
}
