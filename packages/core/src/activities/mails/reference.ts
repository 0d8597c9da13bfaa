import { type ActivityId, isId, type OrgId } from "../../kernel/id.ts";

/** Reference that SES includes in every notification about an email. It allows only letters, digits, `_` and `-`. */
export const referenceOf = (orgId: OrgId, mailId: ActivityId): string => `${orgId}-${mailId}`;

export function readReference(text: string): { readonly orgId: OrgId; readonly mailId: ActivityId } | undefined {
  const [orgId, mailId] = text.split("-");
  return isId("org", orgId) && isId("act", mailId) ? { orgId, mailId } : undefined;
}
