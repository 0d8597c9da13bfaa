import { env } from "../kernel/env.ts";
import { isId, type OrgId } from "../kernel/id.ts";
import { isSigned, signatureOf } from "../kernel/seal.ts";

const path = "/api/hooks/voip/";
const signedText = (orgId: OrgId, hookKey: string): string => `${orgId}.${hookKey}`;

/** The URL that the provider reports calls to. Some providers sign nothing: whoever knows the URL may report. */
export const hookUrlOf = (orgId: OrgId, hookKey: string): string =>
  `${env("PUBLIC_ORIGIN")}${path}${orgId}.${signatureOf(signedText(orgId, hookKey), "voip address")}`;

/** The organization and signature in the last part of a URL; undefined for anything else. Whether it is valid, `isHookOf` says. */
export function readHookToken(token: string): { readonly orgId: OrgId; readonly signature: string } | undefined {
  const [orgId, signature = "", ...rest] = token.split(".");
  return isId("org", orgId) && rest.length === 0 && signature !== "" ? { orgId, signature } : undefined;
}

/** Whether the URL is that of the connection with this key. */
export const isHookOf = (orgId: OrgId, hookKey: string, signature: string): boolean =>
  isSigned(signedText(orgId, hookKey), signature, "voip address");
