import { consumer } from "@kartis/core/data/consumer.ts";
import { isId } from "@kartis/core/kernel/id.ts";
import { requestFirstRun } from "@kartis/core/operations/index.ts";
import { closeSockets } from "@kartis/core/realtime/close.ts";

/** Whoever is a member no longer has no socket open, and what they had is handed over, whatever has become of the process that removed them. */
export const handler = consumer({
  name: "members-on-removed",
  on: ["member.remove"],
  async run({ orgId, batchId, changes }, { clock }) {
    if (isId("opn", batchId)) await requestFirstRun(orgId, batchId);
    for (const { action, subject } of changes)
      if (action === "member.remove" && isId("usr", subject.id)) await closeSockets(orgId, subject.id, clock);
  },
});
