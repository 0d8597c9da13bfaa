import { mailAssignments } from "@kartis/core/cards/assignments/notify.ts";
import { organizationConsumer } from "@kartis/core/data/consumer.ts";
import { findRecord } from "@kartis/core/data/journal-entity.ts";

/** Mails people the cards that others have assigned to them; assignments within moments share one mail. Long operations send theirs at their end. */
export const handler = organizationConsumer({
  name: "cards-on-assigned",
  async run(orgId, events, { clock }) {
    const records = await Promise.all(events.map(({ recordId }) => findRecord(orgId, recordId)));
    await mailAssignments(
      orgId,
      records.flatMap((record) => (record && record.batchId === undefined ? [record] : [])),
      clock,
    );
  },
});
