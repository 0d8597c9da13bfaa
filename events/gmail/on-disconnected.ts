import { forgetMailbox } from "@kartis/core/activities/mails/gmail/forget.ts";
import { systemContext } from "@kartis/core/data/commit.ts";
import { consumer } from "@kartis/core/data/consumer.ts";

/** Puts the mails of a Gmail that was disconnected into the trash, where its owner has decided so. */
export const handler = consumer({
  name: "gmail-on-disconnected",
  on: ["gmail.disconnect"],
  async run({ orgId, id, changes }, { clock }) {
    for (const { subject, after } of changes)
      if (after?.mails === "delete") await forgetMailbox(systemContext(orgId, "gmail", clock, id), subject.id);
  },
});
