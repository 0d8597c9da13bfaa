import type { OrgId, UserId } from "../kernel/id.ts";
import { membersOf } from "../organizations/index.ts";
import { extensionsOf } from "../users/index.ts";

/** The members, without suspended ones, who have this extension in their settings. */
export async function membersWithExtension(orgId: OrgId, extension: string): Promise<UserId[]> {
  const members = (await membersOf(orgId)).filter(({ suspendedAt }) => suspendedAt === null).map(({ userId }) => userId);
  const extensions = await extensionsOf(members);
  return members.filter((userId) => extensions.get(userId) === extension);
}
