import { createHmac, hash } from "node:crypto";

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

let lastKey: { readonly of: string; readonly key: Buffer } | undefined;

/**
 * The headers that sign a POST to `/` of DynamoDB, including the given ones. Signature Version 4:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 * @param headers lower-case names and values without surrounding spaces, `host` among them
 */
export function signed(
  headers: Readonly<Record<string, string>>,
  body: string,
  region: string,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  nowMs: number,
): Record<string, string> {
  const instant = new Date(nowMs).toISOString().replace(/[-:]|\.\d{3}/g, "");
  const scope = `${instant.slice(0, 8)}/${region}/dynamodb/aws4_request`;
  const all: Record<string, string> = { ...headers, "x-amz-date": instant };
  if (sessionToken !== undefined) all["x-amz-security-token"] = sessionToken;
  const names = Object.keys(all).toSorted();
  const signedNames = names.join(";");
  const canonical = `POST\n/\n\n${names.map((name) => `${name}:${all[name]}\n`).join("")}\n${signedNames}\n${hash("sha256", body)}`;
  const text = `AWS4-HMAC-SHA256\n${instant}\n${scope}\n${hash("sha256", canonical)}`;
  const signature = createHmac("sha256", keyFor(scope, secretAccessKey)).update(text).digest("hex");
  all["authorization"] =
    `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${signedNames}, Signature=${signature}`;
  return all;
}

/** Valid for a day, unless the credentials change. */
function keyFor(scope: string, secret: string): Buffer {
  const of = `${secret}\n${scope}`;
  if (lastKey?.of !== of) {
    const key = scope
      .split("/")
      .reduce((by, part) => createHmac("sha256", by).update(part).digest(), Buffer.from(`AWS4${secret}`));
    lastKey = { of, key };
  }
  return lastKey.key;
}
