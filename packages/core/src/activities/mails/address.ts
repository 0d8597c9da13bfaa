import { findEnv } from "../../kernel/env.ts";
import { type ActivityId, isId, type OrgId } from "../../kernel/id.ts";
import { shortSignatureBytes, shortSignatureOf, type SignPurpose } from "../../kernel/seal.ts";

/*
 * Where answers go: `re+` and a token, at a domain whose mail SES takes in. A local part has 64 characters at most and may lose its capitals on the way (RFC 5321
 * sections 4.5.3.1.1 and 2.4), so the token is one number in base 36: two ids and a signature. With 56 bits it is forged once in 10^16 mails, each of which has
 * to be sent; and whoever knows the ids is a member.
 */

const prefix = "re+";
const idBits = 128n;
const signatureBits = BigInt(8 * shortSignatureBytes);
/** 36^61 > 2^312 */
const length = 61;

/** Crockford's base 32, as ids are written. */
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const numberOf = (ulid: string): bigint => [...ulid].reduce((sum, digit) => sum * 32n + BigInt(digits.indexOf(digit)), 0n);
function ulidOf(number: bigint): string {
  let ulid = "";
  for (let at = 0, rest = number; at < 26; at++, rest /= 32n) ulid = `${digits[Number(rest % 32n)] ?? ""}${ulid}`;
  return ulid;
}

/** The activity that a reply belongs to, and the signature to verify. */
export interface ReplyAddress {
  readonly orgId: OrgId;
  readonly activityId: ActivityId;
  readonly signature: bigint;
}

const signed = (orgId: OrgId, activityId: ActivityId, whose: string): string => [orgId, activityId, whose].join("\n");
const signatureOf = (...[orgId, activityId, purpose, whose]: Parameters<typeof tokenOf>): bigint =>
  shortSignatureOf(signed(orgId, activityId, whose), purpose);

function tokenOf(orgId: OrgId, activityId: ActivityId, purpose: SignPurpose, whose: string): string {
  const ids = (numberOf(orgId.slice(4)) << idBits) | numberOf(activityId.slice(4));
  const number = (ids << signatureBits) | signatureOf(orgId, activityId, purpose, whose);
  return number.toString(36).padStart(length, "0");
}

/**
 * The address for answers to an activity; undefined where the deployment takes no mail in.
 * @param whose to whom it is given, where that matters: the guest of a meeting
 */
export function replyAddressOf(orgId: OrgId, activityId: ActivityId, purpose: SignPurpose, whose = ""): string | undefined {
  const domain = findEnv("REPLY_DOMAIN");
  return domain && `${prefix}${tokenOf(orgId, activityId, purpose, whose)}@${domain}`;
}

/** Parses a reply address; undefined if it is not one of ours. The caller verifies its signature. */
export function readReplyAddress(address: string): ReplyAddress | undefined {
  const domain = findEnv("REPLY_DOMAIN")?.toLowerCase();
  const [local = "", at] = address.trim().toLowerCase().split("@");
  const token = local.slice(prefix.length);
  if (domain === undefined || at !== domain || !local.startsWith(prefix) || !/^[0-9a-z]{61}$/.test(token)) return undefined;
  const number = [...token].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
  const ids = number >> signatureBits;
  const mask = (1n << idBits) - 1n;
  const [orgId, activityId] = [`org_${ulidOf(ids >> idBits)}`, `act_${ulidOf(ids & mask)}`];
  if (ids >> (2n * idBits) !== 0n || !isId("org", orgId) || !isId("act", activityId)) return undefined;
  return { orgId, activityId, signature: number & ((1n << signatureBits) - 1n) };
}

/** Whether Kartis has given the address, for that purpose and to that person. */
export const isOurs = ({ orgId, activityId, signature }: ReplyAddress, purpose: SignPurpose, whose = ""): boolean =>
  signature === signatureOf(orgId, activityId, purpose, whose);
