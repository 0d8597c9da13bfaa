import { env } from "../../kernel/env.ts";
import { type ActivityId, type EffectId, isId, type OrgId } from "../../kernel/id.ts";
import { isSigned, signatureOf } from "../../kernel/seal.ts";

const path = "/api/hooks/sms/";

/** One sending of an SMS that stands on no timeline: the effect that sends it, and how often a person had repeated that. */
export interface Sending {
  readonly effectId: EffectId;
  readonly round: number;
}

/** What reports are about: an SMS on a timeline, or one sending of another. */
const subjectOf = (sms: ActivityId | Sending): string => (typeof sms === "string" ? sms : `${sms.effectId}.${sms.round}`);

/** The sending that a report's subject names; undefined of one that names an SMS on a timeline. */
export function sendingIn(subjectId: string): Sending | undefined {
  const [effectId, round = "", ...rest] = subjectId.split(".");
  return isId("eff", effectId) && /^\d{1,6}$/.test(round) && rest.length === 0 ? { effectId, round: Number(round) } : undefined;
}

const signed = (orgId: OrgId, subjectId: string): string => `${orgId}\n${subjectId}`;

/** The URL at which the provider reports the delivery of an SMS. */
export function reportAddressOf(orgId: OrgId, sms: ActivityId | Sending): string {
  const subjectId = subjectOf(sms);
  return `${env("PUBLIC_ORIGIN")}${path}${orgId}.${subjectId}.${signatureOf(signed(orgId, subjectId), "sms report")}`;
}

/** The subject that a report URL is about; undefined if Kartis did not issue it. */
export function readReportToken(token: string): { readonly orgId: OrgId; readonly subjectId: string } | undefined {
  const [orgId, ...parts] = token.split(".");
  const signature = parts.pop() ?? "";
  const subjectId = parts.join(".");
  if (!isId("org", orgId) || !(isId("act", subjectId) || sendingIn(subjectId))) return undefined;
  return isSigned(signed(orgId, subjectId), signature, "sms report") ? { orgId, subjectId } : undefined;
}
