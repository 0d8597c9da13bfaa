import { env } from "../kernel/env.ts";
import { isId, type OrgId } from "../kernel/id.ts";
import { isSigned, signatureOf } from "../kernel/seal.ts";

const path = "/api/hooks/whatsapp/";

/** The address at which Meta calls for an organization: it names whose secret the call is signed with. */
export const hookAddressOf = (orgId: OrgId): string =>
  `${env("PUBLIC_ORIGIN")}${path}${orgId}.${signatureOf(orgId, "whatsapp address")}`;

/** What Meta says at this address to have it confirmed. */
export const verifyTokenOf = (orgId: OrgId): string => signatureOf(orgId, "whatsapp handshake");
export const isVerifyToken = (orgId: OrgId, token: string): boolean => isSigned(orgId, token, "whatsapp handshake");

/** The organization that an address of ours is for; undefined for one that Kartis has not made. */
export function readHookToken(token: string): OrgId | undefined {
  const [orgId, signature = "", ...rest] = token.split(".");
  return isId("org", orgId) && rest.length === 0 && isSigned(orgId, signature, "whatsapp address") ? orgId : undefined;
}
