/** What SES found out about a mail's sender: PASS, FAIL, GRAY where the domain says nothing, or PROCESSING_FAILED. */
export interface SenderVerdicts {
  readonly spf?: string | undefined;
  readonly dkim?: string | undefined;
  readonly dmarc?: string | undefined;
  /** The address that the envelope names, which SPF is about. */
  readonly envelopeFrom?: string | undefined;
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1).toLowerCase();

/** Relaxed alignment (RFC 7489 section 3.1), without the list of public suffixes: the same domain, or one below the other. */
const isAligned = (one: string, other: string): boolean =>
  one === other ||
  ([one, other].every((domain) => domain.includes(".")) && (one.endsWith(`.${other}`) || other.endsWith(`.${one}`)));

/** The domains whose signature is good by the header that SES puts on top (RFC 8601). */
const signedBy = (results: string): string[] =>
  /^\s*amazonses\.com\s*;/i.test(results)
    ? [...results.matchAll(/\bdkim=pass\b[^;]*?\bheader\.(?:i|d)=@?([a-z0-9.-]+)/gi)].map(([, domain = ""]) =>
        domain.toLowerCase(),
      )
    : [];

/**
 * Whether the address in a mail's From is its sender's: by DMARC, or, where its domain has no such policy, by an SPF or a DKIM that passed for that domain. What
 * nobody has checked is not verified.
 * @param results the topmost Authentication-Results, which SES has added; those below it are whoever's
 */
export function isSenderVerified(
  from: string,
  { spf, dkim, dmarc, envelopeFrom = "" }: SenderVerdicts,
  results: string,
): boolean {
  if (dmarc === "PASS" || dmarc === "FAIL") return dmarc === "PASS";
  const domain = domainOf(from);
  if (spf === "PASS" && envelopeFrom.includes("@") && isAligned(domainOf(envelopeFrom), domain)) return true;
  return dkim === "PASS" && signedBy(results).some((signer) => isAligned(signer, domain));
}
