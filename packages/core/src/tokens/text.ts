import { type Id, isId, type OrgId } from "../kernel/id.ts";

/** What scanners for leaked secrets know a token by. */
const mark = "kartis";

/** How a token begins, enough of it to tell one from another and too little to use. */
export const prefixOf = (tokenId: Id<"tkn">): string => `${mark}_${tokenId.slice("tkn_".length, "tkn_".length + 12)}`;

/** The token as its holder sends it: it names itself and its organization, so that it is found by key, strongly consistent. */
export const textOf = (orgId: OrgId, tokenId: Id<"tkn">, secret: string): string =>
  [mark, tokenId.slice("tkn_".length), orgId.slice("org_".length), secret].join("_");

/** The parts of a token; undefined for what has not its form. */
export function parsed(text: string): { tokenId: Id<"tkn">; orgId: OrgId; secret: string } | undefined {
  const [, token, organization, secret] = /^kartis_([^_]+)_([^_]+)_([\w-]{43})$/.exec(text) ?? [];
  const [tokenId, orgId] = [`tkn_${token}`, `org_${organization}`];
  return isId("tkn", tokenId) && isId("org", orgId) && secret ? { tokenId, orgId, secret } : undefined;
}
