import type { OrgId } from "../../kernel/id.ts";
import { membersOf } from "../../organizations/index.ts";
import type { People } from "./convert-value.ts";

/** The organization's members by name and address. As text a person is their address, which is unique. */
export async function peopleOf(orgId: OrgId): Promise<People> {
  const members = await membersOf(orgId);
  const emails = new Map<string, string>(members.map((member) => [member.userId, member.email]));
  const ids = new Map<string, string>(members.map((member) => [member.name.toLocaleLowerCase(), member.userId]));
  for (const { userId, email } of members) ids.set(email.toLowerCase(), userId);
  return {
    nameOf: (userId) => emails.get(userId),
    idOf: (text) => ids.get(text.trim().toLocaleLowerCase()),
  };
}
