import { type OrgId, type UserId } from "../../kernel/id.ts";
import { findMembership } from "../../organizations/index.ts";
import { findUser, type User } from "../../users/index.ts";
import type { Meeting } from "../meetings/meeting.ts";

/** Who answers for a meeting: its creator, or, once they have left, the first participant who is a member. Undefined where nobody is left. */
export async function organizerIdOf(
  orgId: OrgId,
  { createdBy, participants }: Pick<Meeting, "createdBy" | "participants">,
): Promise<UserId | undefined> {
  const candidates = [...new Set([...(createdBy ? [createdBy] : []), ...participants])];
  for (const userId of candidates) if (await findMembership(userId, orgId)) return userId;
  return undefined;
}

/** The same as a person, whose name messages bear and to whom people answer. */
export async function organizerOf(orgId: OrgId, meeting: Pick<Meeting, "createdBy" | "participants">): Promise<User | undefined> {
  const userId = await organizerIdOf(orgId, meeting);
  return userId && findUser(userId);
}
