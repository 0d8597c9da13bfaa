import { type ActivityId, isId, type OrgId } from "../../kernel/id.ts";

/** What SES repeats of a mail in everything that it says about it: letters, digits, `_` and `-` are all that it takes. */
export const referenceOf = (orgId: OrgId, mailId: ActivityId): string => `${orgId}-${mailId}`;

export function readReference(text: string): { readonly orgId: OrgId; readonly mailId: ActivityId } | undefined {
  const [orgId, mailId] = text.split("-");
  return isId("org", orgId) && isId("act", mailId) ? { orgId, mailId } : undefined;
}
