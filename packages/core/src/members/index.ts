/*
 * Joining and leaving. Owns: invitations; memberships are the organizations'.
 * Invariant: members and open invitations together never exceed the plan's seats; a link works once, for the address it was mailed to, for seven days.
 * Records: inviteUser, invitation.resend|revoke|expire, member.add, member.remove, member.suspend,
 * member.reinstate, member.endSessions, organization.update (of the required two-step sign-in).
 */
import { accessProcedures } from "./access.ts";
import { acceptanceProcedures } from "./acceptance.ts";
import { invitationProcedures } from "./invitations.ts";
import { removalProcedures } from "./removal.ts";

export { handOverOperation, holdingsOf, isHolding } from "./hand-over.ts";

export const membersProcedures = [
  ...invitationProcedures,
  ...acceptanceProcedures,
  ...removalProcedures,
  ...accessProcedures,
] as const;
