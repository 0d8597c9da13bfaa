import { env } from "../kernel/env.ts";
import { isId, type OrgId } from "../kernel/id.ts";
import { isSigned, signatureOf } from "../kernel/seal.ts";

const path = "/api/hooks/whatsapp/";

/** The URL that Meta calls for an organization: it identifies whose app secret signs the call. */
export const hookAddressOf = (orgId: OrgId): string =>
  `${env("PUBLIC_ORIGIN")}${path}${orgId}.${signatureOf(orgId, "whatsapp address")}`;

/** The token that Meta sends to verify this URL. */
export const verifyTokenOf = (orgId: OrgId): string => signatureOf(orgId, "whatsapp handshake");
export const isVerifyToken = (orgId: OrgId, token: string): boolean => isSigned(orgId, token, "whatsapp handshake");

/** The organization that a webhook URL belongs to; undefined if Kartis did not issue it. */
export function readHookToken(token: string): OrgId | undefined {
  const [orgId, signature = "", ...rest] = token.split(".");
  return isId("org", orgId) && rest.length === 0 && isSigned(orgId, signature, "whatsapp address") ? orgId : undefined;
}
