import { mailAssignments } from "@kartis/core/cards/assignments.ts";
import { organizationConsumer } from "@kartis/core/data/consumer.ts";
import { findRecord } from "@kartis/core/data/journal-entity.ts";

/** Tells people by mail of the cards that others have given them; what was given within moments is one mail. Long operations tell by themselves, at their end. */
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
