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

const minuteMs = 60_000;
/** Google may drop or delay a notification, so that each mailbox is also asked this often. */
export const pollMs = 30 * minuteMs;
/** Google's watch ends after seven days, and asks for its daily renewal. */
export const renewMs = 24 * 60 * minuteMs;

/** The pause after failures in a row, which grows from half a minute to half an hour. @param chance between 0 and 1, so that mailboxes do not all come at once */
export const pauseAfter = (failures: number, chance: number): number =>
  Math.min(pollMs, minuteMs * 2 ** Math.min(failures - 1, 10)) * (0.5 + chance / 2);

/** Ids of Google's history only grow. They are numbers of up to 64 bits, as text. */
export const isLater = (historyId: string, than: string): boolean => BigInt(historyId) > BigInt(than);
