import { consumer } from "@kartis/core/data/consumer.ts";
import { forgetPushes, pushesOf } from "@kartis/core/identity/pushes.ts";
import { endMailbox } from "@kartis/core/gmail/connections.ts";
import { membershipsOf } from "@kartis/core/organizations/index.ts";
import { closeSockets } from "@kartis/core/realtime/close.ts";

/** Closes the sockets of people who are no longer members, whatever has become of the process that removed them, and forgets their Gmail here: its mails on cards stay. Browsers of whoever is a member nowhere are notified no more. */
export const handler = consumer({
  name: "members-on-removed",
  on: ["member.remove"],
  async run({ orgId, changes }, { clock }) {
    for (const { subject } of changes) {
      await closeSockets(orgId, subject.id, clock);
      await endMailbox(orgId, subject.id, clock);
      if ((await membershipsOf(subject.id)).length === 0) await forgetPushes(await pushesOf(subject.id, clock));
    }
  },
});
