import * as z from "zod";
import type { Resource, environmentOf } from "./deployment.ts";

/** Lambda's own variables that the connection to DynamoDB needs. */
type AwsVariableName =
  | "AWS_REGION"
  | "AWS_ACCESS_KEY_ID"
  | "AWS_SECRET_ACCESS_KEY"
  | "AWS_SESSION_TOKEN"
  | "AWS_ENDPOINT_URL_DYNAMODB";

type VariableName = (typeof environmentOf)[Resource][number] | AwsVariableName | "PUBLIC_ORIGIN" | "STAGE";

const cache = new Map<VariableName, string>();

/** An optional environment variable; undefined where it is not set. */
export const findEnv = (name: VariableName): string | undefined => process.env[name] || undefined;

/**
 * One environment variable, validated. Throws on first use, naming the variable: a Lambda only carries what its spec `uses`.
 * Reading `process.env` elsewhere is refused by the linter.
 */
export function env(name: VariableName): string {
  let value = cache.get(name);
  if (value === undefined) {
    const parsed = z.string().min(1).safeParse(process.env[name]);
    if (!parsed.success) throw new Error(`The environment variable ${name} is not set`);
    value = parsed.data;
    cache.set(name, value);
  }
  return value;
}
