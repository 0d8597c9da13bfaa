import { env } from "../kernel/env.ts";
import { isId, type UserId } from "../kernel/id.ts";
import { isSigned, signatureLength, signatureOf } from "../kernel/seal.ts";

/** Kinds of mails that one click switches off: each is a switch among the person's notifications. */
export const mailKinds = ["reminderMails", "unreadMails"] as const;
export type MailKind = (typeof mailKinds)[number];

/** The person and the kind of emails. */
export interface Subscription {
  readonly userId: UserId;
  readonly kind: MailKind;
}

const ulidLength = 26;
const kindAt = ulidLength + signatureLength;

const signed = ({ userId, kind }: Subscription): string => [userId, kind].join("\n");

/** Token of an unsubscribe link. Nothing is stored, so each email can have one. It can only switch off that kind. */
export const tokenOf = (subscription: Subscription): string =>
  `${subscription.userId.slice(4)}${signatureOf(signed(subscription), "unsubscribe")}${subscription.kind}`;

/** Verifies the token. @returns undefined for one that Kartis did not create */
export function readToken(token: string): Subscription | undefined {
  const userId = `usr_${token.slice(0, ulidLength)}`;
  const kind = mailKinds.find((known) => known === token.slice(kindAt));
  if (!isId("usr", userId) || !kind) return undefined;
  return isSigned(signed({ userId, kind }), token.slice(ulidLength, kindAt), "unsubscribe") ? { userId, kind } : undefined;
}

/** The address that mail programs post to (RFC 8058). In a browser it leads to a page that asks first. */
export const unsubscribeLink = (subscription: Subscription): string =>
  `${env("PUBLIC_ORIGIN")}/api/unsubscribe/${tokenOf(subscription)}`;
