import { findEnv } from "../kernel/env.ts";

/** This deployment's client at Google; undefined if there is none. */
export function googleSettings() {
  const [issuer, clientId, secret] = [findEnv("GOOGLE_ISSUER"), findEnv("GOOGLE_CLIENT_ID"), findEnv("GOOGLE_CLIENT_SECRET")];
  return issuer && clientId && secret ? { issuer: new URL(issuer), client: { client_id: clientId }, secret } : undefined;
}

/** Whether this deployment has a client at Google. */
export const hasGoogle = (): boolean => googleSettings() !== undefined;
