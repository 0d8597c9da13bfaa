import { type CommitContext, systemContext } from "../data/commit.ts";
import type { Clock } from "../kernel/clock.ts";
import { type OrgId } from "../kernel/id.ts";

/** For what Kartis does for endpoints by itself. */
export const webhooksContext = (orgId: OrgId, clock: Clock): CommitContext => systemContext(orgId, "webhooks", clock);
