import { env } from "../../kernel/env.ts";
import { type ActivityId, type EffectId, isId, type OrgId } from "../../kernel/id.ts";
import { isSigned, signatureOf } from "../../kernel/seal.ts";

const path = "/api/hooks/sms/";
/** An SMS on a timeline, or, of one that stands on none, the effect that sends it. */
type SmsId = ActivityId | EffectId;
const signed = (orgId: OrgId, smsId: SmsId): string => `${orgId}\n${smsId}`;

/** The URL at which the provider reports the delivery of an SMS. */
export const reportAddressOf = (orgId: OrgId, smsId: SmsId): string =>
  `${env("PUBLIC_ORIGIN")}${path}${orgId}.${smsId}.${signatureOf(signed(orgId, smsId), "sms report")}`;

/** The SMS that a report URL is about; undefined if Kartis did not issue it. */
export function readReportToken(token: string): { readonly orgId: OrgId; readonly smsId: SmsId } | undefined {
  const [orgId, smsId, signature = "", ...rest] = token.split(".");
  if (!isId("org", orgId) || !(isId("act", smsId) || isId("eff", smsId)) || rest.length > 0) return undefined;
  return isSigned(signed(orgId, smsId), signature, "sms report") ? { orgId, smsId } : undefined;
}
