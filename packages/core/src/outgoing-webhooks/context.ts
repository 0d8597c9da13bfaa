import { type CommitContext, systemContext } from "../data/commit.ts";
import type { Clock } from "../kernel/clock.ts";
import { type OrgId } from "../kernel/id.ts";

/** For what Kartis does for endpoints by itself. Apart from "webhooks", which are those that providers call. */
export const webhooksContext = (orgId: OrgId, clock: Clock): CommitContext => systemContext(orgId, "outgoing-webhooks", clock);
