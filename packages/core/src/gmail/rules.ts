import { minuteMs } from "../kernel/time-units.ts";

/** How much of a mail colleagues can read: all of it, its subject, or only who wrote to whom and when. What is not shared is not stored. */
export const sharingLevels = ["whole", "subject", "metadata"] as const;
export type Sharing = (typeof sharingLevels)[number];

/** Why Google refuses the mailbox until its owner reconnects it: access was withdrawn, or Gmail is off for the account. */
export const mailboxProblems = ["revoked", "forbidden"] as const;
export type MailboxProblem = (typeof mailboxProblems)[number];

/** Why the last attempt has failed, which is repeated by itself: Google was busy, or did not answer. */
export const mailboxDelays = ["quota", "away"] as const;
export type MailboxDelay = (typeof mailboxDelays)[number];

/** Why Google refuses a call: access withdrawn; Gmail off, or a right missing; too many calls; not there for the moment; no such thing; not acceptable. */
export const gmailReasons = ["revoked", "forbidden", "quota", "away", "gone", "invalid"] as const;
export type GmailReason = (typeof gmailReasons)[number];

/** Most addresses and domains that one mailbox can block. */
export const mostBlocked = 200;

/** A host name with a dot. */
export const domainForm = /^[^\s\p{C}@<>(),;:"[\]\\.]+(\.[^\s\p{C}@<>(),;:"[\]\\.]+)+$/u;

/** Whether an address is blocked: itself, or by its domain or one above it. */
export function isBlocked(address: string, blocked: readonly string[]): boolean {
  const [local = "", domain = ""] = address.toLowerCase().split("@");
  return blocked.some(
    (entry) => entry === `${local}@${domain}` || (!entry.includes("@") && (domain === entry || domain.endsWith(`.${entry}`))),
  );
}

/** Where somebody connects their Gmail. */
export const gmailRoute = "/settings/integrations?open=gmail";

/** Google may drop or delay a notification, so that each mailbox is also asked this often. */
export const pollMs = 30 * minuteMs;
/** Google's watch ends after seven days, and asks for its daily renewal. */
export const renewMs = 24 * 60 * minuteMs;

/** The pause after failures in a row, which grows from half a minute to half an hour. @param chance between 0 and 1, so that mailboxes do not all come at once */
export const pauseAfter = (failures: number, chance: number): number =>
  Math.min(pollMs, minuteMs * 2 ** Math.min(failures - 1, 10)) * (0.5 + chance / 2);

/** Ids of Google's history only grow. They are numbers of up to 64 bits, as text. */
export const isLater = (historyId: string, than: string): boolean => BigInt(historyId) > BigInt(than);
