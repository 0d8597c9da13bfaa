import { type ActivityId, isId, type OrgId } from "../../kernel/id.ts";
import { isSigned, signatureLength, signatureOf } from "../../kernel/seal.ts";

/** The guest and meeting of a reply. */
export interface ReplyTo {
  readonly orgId: OrgId;
  readonly meetingId: ActivityId;
  readonly guestId: string;
}

const ulidLength = 26;
const signatureAt = 2 * ulidLength;
const guestAt = signatureAt + signatureLength;

const signed = ({ orgId, meetingId, guestId }: ReplyTo): string => [orgId, meetingId, guestId].join("\n");

/**
 * What a guest's link ends with: whom it is for and a signature. Nothing is stored, so that each mail can have the link again without keeping a secret, and the
 * link ends when the guest is taken off the meeting or the meeting is gone.
 */
export const tokenOf = (to: ReplyTo): string =>
  `${to.orgId.slice(4)}${to.meetingId.slice(4)}${signatureOf(signed(to), "meeting reply")}${to.guestId}`;

/** With this before it, a guest's token is that of the address to which mail programs post (RFC 8058) that they want no more reminders. */
export const remindersPrefix = "guest.";

/** Verifies the token. @returns undefined for one that Kartis did not create */
export function readToken(token: string): ReplyTo | undefined {
  const [orgId, meetingId] = [`org_${token.slice(0, ulidLength)}`, `act_${token.slice(ulidLength, signatureAt)}`];
  const guestId = token.slice(guestAt);
  if (!isId("org", orgId) || !isId("act", meetingId) || guestId === "") return undefined;
  const to = { orgId, meetingId, guestId };
  return isSigned(signed(to), token.slice(signatureAt, guestAt), "meeting reply") ? to : undefined;
}
