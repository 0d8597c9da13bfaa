import { getDomain } from "tldts";
import { bareHeader } from "./bare-header.ts";
import type { ReceivedMail } from "./parse.ts";

/** What SES found out about a mail's sender: PASS, FAIL, GRAY (nothing to check by) or PROCESSING_FAILED; empty if it says nothing. */
export interface SenderChecks {
  readonly spf: string;
  readonly dkim: string;
  readonly dmarc: string;
  /** The address of the envelope (MAIL FROM), which is what SPF vouches for; empty for a bounce. */
  readonly envelopeFrom: string;
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1).toLowerCase();

/**
 * Mail programs of a company sign with its domain, one below it or one beside it: relaxed alignment, which compares what an organization has registered (RFC 7489
 * sections 3.1 and 3.2). Domains that are handed out below one of somebody else's, as hosts of sites do, are each their own.
 */
function isAligned(one: string, other: string): boolean {
  const registered = getDomain(one, { allowPrivateDomains: true });
  return one === other || (registered !== null && registered === getDomain(other, { allowPrivateDomains: true }));
}

/** SES's own are a few hundred characters long. */
const longestResults = 4_000;

/** Domains whose DKIM signature passed, by SES's own header (RFC 8601). */
function signersIn(authentication: string): string[] {
  const bare = authentication.length > longestResults ? undefined : bareHeader(authentication);
  const [server = "", ...results] = (bare ?? "").split(";").map((part) => part.trim().toLowerCase());
  if (server !== "amazonses.com") return [];
  return results.flatMap((result) => /^dkim\s*=\s*pass\b.*?\sheader\.[id]\s*=\s*(\S+)/s.exec(result)?.[1] ?? []).map(domainOf);
}

/**
 * Whether the address of the sender is theirs: DMARC passed; or the domain has no DMARC policy, and its own SPF or DKIM passed. A pass for another domain
 * proves nothing: whoever forges a sender can have their own domain pass.
 */
export function isVerified(
  { from, hasOneSender, authentication }: Pick<ReceivedMail, "from" | "hasOneSender" | "authentication">,
  { spf, dkim, dmarc, envelopeFrom }: SenderChecks,
): boolean {
  if (!hasOneSender || dmarc === "FAIL") return false;
  if (dmarc === "PASS") return true;
  const domain = domainOf(from.email);
  if (spf === "PASS" && envelopeFrom.includes("@") && isAligned(domainOf(envelopeFrom), domain)) return true;
  // Of several, one may be a text that the sender had repeated there; theirs is among them too.
  const signers = dkim === "PASS" ? signersIn(authentication) : [];
  return signers.length > 0 && signers.every((signer) => isAligned(signer, domain));
}
