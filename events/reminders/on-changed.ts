import { activityVerbs } from "@kartis/core/activities/types/definition.ts";
import { activityActions } from "@kartis/core/activities/types/list.ts";
import { organizationConsumer } from "@kartis/core/data/consumer.ts";
import { findRecord } from "@kartis/core/data/journal-entity.ts";
import { changesOf } from "@kartis/core/data/payloads.ts";
import { reschedule } from "@kartis/core/activities/reminders/schedule.ts";

/** Brings the times at which reminders are due in line with changed activities: each activity once, by the earliest of its changes. */
export const handler = organizationConsumer({
  name: "reminders-on-changed",
  async run(orgId, events, { clock }) {
    const records = await Promise.all(events.map(({ recordId }) => findRecord(orgId, recordId)));
    for (const record of records)
      if (record)
        for (const { subject } of changesOf(record.changes, activityActions(...activityVerbs)))
          await reschedule(orgId, subject.id, record.at, clock);
  },
});
