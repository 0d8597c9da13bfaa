import type { CommitContext } from "../data/commit.ts";
import { systemActor } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { newId, type OrgId } from "../kernel/id.ts";

/** Of what Kartis does for endpoints by itself. */
export const webhooksContext = (orgId: OrgId, clock: Clock): CommitContext => ({
  orgId,
  actor: systemActor(orgId, "webhooks"),
  clock,
  requestId: newId("req", clock.now()),
  origin: "system",
});
