import type { CommitContext } from "../data/commit.ts";
import type { OrgContext } from "../kernel/procedure.ts";

/** A call's own commit. */
export const commitContext = ({ principal, actor, clock, requestId, origin }: OrgContext): CommitContext => ({
  orgId: principal.orgId,
  actor,
  clock,
  requestId,
  origin,
});
