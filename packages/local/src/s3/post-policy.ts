import type { Access } from "../iam/access.ts";
import { isObject } from "../wire/http.ts";
import { s3Errors } from "./errors.ts";
import { hmacHex, sameSignature, signingKeyFor } from "./signature.ts";

export interface SizeRange {
  readonly min: number;
  readonly max: number;
}

/** Fields that no condition needs to cover. */
const freeFields = /^(policy|x-amz-signature|file|bucket|x-ignore-.*)$/;

/**
 * Checks the signature of a presigned POST, its expiration, and that its conditions hold for the fields and cover them all.
 * Returns the sizes that the file may have. @throws S3Error
 */
export function verifyPost(
  fields: Readonly<Record<string, string>>,
  bucket: string,
  access: Access,
  now = Date.now(),
): SizeRange {
  const encodedPolicy = fields["policy"];
  if (encodedPolicy === undefined) throw s3Errors.accessDenied();
  const key = signingKeyFor(fields["x-amz-credential"] ?? "", "s3", access);
  if (!sameSignature(hmacHex(key, encodedPolicy), fields["x-amz-signature"] ?? "")) throw s3Errors.signatureDoesNotMatch();

  const policy = parse(encodedPolicy);
  if (!(Date.parse(String(policy["expiration"])) > now)) throw refusedByPolicy("Policy expired.");
  const conditions = policy["conditions"];
  if (!Array.isArray(conditions)) throw refusedByPolicy("Policy has no conditions.");

  const actual: Readonly<Record<string, string>> = { ...fields, bucket };
  const covered = new Set<string>();
  let size: SizeRange = { min: 0, max: Number.POSITIVE_INFINITY };
  for (const condition of conditions.flatMap(tripled)) {
    const [operator, name, value] = condition;
    if (operator === "content-length-range") {
      size = { min: Math.max(size.min, Number(name)), max: Math.min(size.max, Number(value)) };
      continue;
    }
    const field = String(name).replace(/^\$/, "").toLowerCase();
    const text = actual[field] ?? "";
    covered.add(field);
    const holds = operator === "eq" ? text === value : operator === "starts-with" && text.startsWith(String(value));
    if (!holds) throw refusedByPolicy(`Policy Condition failed: ${JSON.stringify(condition)}`);
  }
  const extra = Object.keys(fields).find((field) => !freeFields.test(field) && !covered.has(field));
  if (extra !== undefined) throw refusedByPolicy(`Extra input fields: ${extra}`);
  return size;
}

const refusedByPolicy = (reason: string) => s3Errors.accessDenied(`Invalid according to Policy: ${reason}`);

function parse(encodedPolicy: string): Record<string, unknown> {
  try {
    const policy: unknown = JSON.parse(Buffer.from(encodedPolicy, "base64").toString("utf8"));
    if (isObject(policy)) return policy;
  } catch {
    // falls through to the same answer
  }
  throw refusedByPolicy("Invalid JSON.");
}

/** `{"acl": "private"}` is short for `["eq", "$acl", "private"]`. */
function tripled(condition: unknown): (readonly [unknown, unknown, unknown])[] {
  if (Array.isArray(condition)) return [[condition[0], condition[1], condition[2]]];
  return isObject(condition)
    ? Object.entries(condition).map(([name, value]) => ["eq", `$${name}`, value])
    : [["?", condition, ""]];
}
