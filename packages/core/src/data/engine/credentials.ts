import { findEnv } from "../../kernel/env.ts";
import type { Credentials } from "./signature.ts";

let provider: (() => Promise<Credentials>) | undefined;

/**
 * The environment's, read with each request, since a Lambda's are provided there; elsewhere (a developer's machine with a profile, a container) whatever the
 * SDK finds, which renews them itself.
 */
export function credentials(): Credentials | Promise<Credentials> {
  const accessKeyId = findEnv("AWS_ACCESS_KEY_ID");
  const secretAccessKey = findEnv("AWS_SECRET_ACCESS_KEY");
  if (accessKeyId === undefined || secretAccessKey === undefined) return provided();
  const sessionToken = findEnv("AWS_SESSION_TOKEN");
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
}

async function provided(): Promise<Credentials> {
  const { defaultProvider } = await import("@aws-sdk/credential-provider-node");
  provider ??= defaultProvider();
  return provider();
}
