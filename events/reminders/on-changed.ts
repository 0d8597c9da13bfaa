import { organizationConsumer } from "@kartis/core/data/consumer.ts";
import { findRecord } from "@kartis/core/data/journal-entity.ts";
import { isId } from "@kartis/core/kernel/id.ts";
import { reschedule } from "@kartis/core/activities/reminders/schedule.ts";

/** Brings the times at which reminders are due in line with changed activities: each activity once, by the earliest of its changes. */
export const handler = organizationConsumer({
  name: "reminders-on-changed",
  async run(orgId, events, { clock }) {
    const records = await Promise.all(events.map(({ recordId }) => findRecord(orgId, recordId)));
    for (const record of records)
      for (const { subject } of record?.changes ?? [])
        if (record && subject.kind === "activity" && isId("act", subject.id))
          await reschedule(orgId, subject.id, record.at, clock);
  },
});
