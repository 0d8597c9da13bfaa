import { findEnv } from "../kernel/env.ts";

/** The client that Google knows this deployment as; undefined where there is none. */
export function googleSettings() {
  const [issuer, clientId, secret] = [findEnv("GOOGLE_ISSUER"), findEnv("GOOGLE_CLIENT_ID"), findEnv("GOOGLE_CLIENT_SECRET")];
  return issuer && clientId && secret ? { issuer: new URL(issuer), client: { client_id: clientId }, secret } : undefined;
}

/** Whether this deployment has a client of Google's. */
export const hasGoogle = (): boolean => googleSettings() !== undefined;
