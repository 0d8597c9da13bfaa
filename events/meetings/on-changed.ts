import { notifyOfMeetings } from "@kartis/core/activities/invitations/notify.ts";
import { organizationConsumer } from "@kartis/core/data/consumer.ts";
import { findRecord } from "@kartis/core/data/journal-entity.ts";

/** Mails the guests and participants of meetings what has happened to these; changes within moments are one mail. */
export const handler = organizationConsumer({
  name: "meetings-on-changed",
  async run(orgId, events, { clock }) {
    const records = await Promise.all(events.map(({ recordId }) => findRecord(orgId, recordId)));
    await notifyOfMeetings(
      orgId,
      records.flatMap((record) => record ?? []),
      clock,
    );
  },
});
