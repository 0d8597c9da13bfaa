import { isId, type OrgId, type UserId } from "../../kernel/id.ts";
import { isSigned, signatureLength, signatureOf } from "../../kernel/seal.ts";

/** Identifies a person's calendar and one of their links to it. */
export interface FeedLink {
  readonly orgId: OrgId;
  readonly userId: UserId;
  readonly linkId: string;
}

const ulidLength = 26;
const signatureAt = 2 * ulidLength;
const linkAt = signatureAt + signatureLength;

const signed = ({ orgId, userId, linkId }: FeedLink): string => [orgId, userId, linkId].join("\n");

/** Signed last segment of a calendar link, so that links that Kartis did not create are rejected before anything is read. */
export const feedTokenOf = (link: FeedLink): string =>
  `${link.orgId.slice(4)}${link.userId.slice(4)}${signatureOf(signed(link), "calendar feed")}${link.linkId}`;

/** Verifies the token. @returns undefined for one that Kartis did not create */
export function readFeedToken(token: string): FeedLink | undefined {
  const [orgId, userId] = [`org_${token.slice(0, ulidLength)}`, `usr_${token.slice(ulidLength, signatureAt)}`];
  const linkId = token.slice(linkAt);
  if (!isId("org", orgId) || !isId("usr", userId) || !/^[\w-]{22}$/.test(linkId)) return undefined;
  const link = { orgId, userId, linkId };
  return isSigned(signed(link), token.slice(signatureAt, linkAt), "calendar feed") ? link : undefined;
}
