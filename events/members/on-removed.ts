import { consumer } from "@kartis/core/data/consumer.ts";
import { isId } from "@kartis/core/kernel/id.ts";
import { closeSockets } from "@kartis/core/realtime/close.ts";

/** Closes the sockets of people who are no longer members, whatever has become of the process that removed them. */
export const handler = consumer({
  name: "members-on-removed",
  on: ["member.remove"],
  async run({ orgId, changes }, { clock }) {
    for (const { action, subject } of changes)
      if (action === "member.remove" && isId("usr", subject.id)) await closeSockets(orgId, subject.id, clock);
  },
});
