import { type Id, isId, type OrgId } from "../kernel/id.ts";

/** The prefix by which scanners for leaked secrets recognize a token. */
const mark = "kartis";

/** The beginning of a token: enough to distinguish tokens and too little to use one. */
export const prefixOf = (tokenId: Id<"tkn">): string => `${mark}_${tokenId.slice("tkn_".length, "tkn_".length + 12)}`;

/** The token as its holder sends it: it contains its own id and its organization's, so that it is found by key, strongly consistent. */
export const textOf = (orgId: OrgId, tokenId: Id<"tkn">, secret: string): string =>
  [mark, tokenId.slice("tkn_".length), orgId.slice("org_".length), secret].join("_");

/** The parts of a token; undefined if malformed. */
export function parsed(text: string): { tokenId: Id<"tkn">; orgId: OrgId; secret: string } | undefined {
  const [, token, organization, secret] = /^kartis_([^_]+)_([^_]+)_([\w-]{43})$/.exec(text) ?? [];
  const [tokenId, orgId] = [`tkn_${token}`, `org_${organization}`];
  return isId("tkn", tokenId) && isId("org", orgId) && secret ? { tokenId, orgId, secret } : undefined;
}
