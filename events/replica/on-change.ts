import { organizationConsumer } from "@kartis/core/data/consumer.ts";
import { noteChanges } from "@kartis/core/data/replica/due.ts";

/** Counts changes, and requests a fresh snapshot when one is due, for cold processes to start from. A duplicate message makes one due sooner. */
export const handler = organizationConsumer({
  name: "replica-on-change",
  atOnce: 16,
  run: (orgId, events) =>
    noteChanges(
      orgId,
      events.reduce((sum, { changes }) => sum + changes, 0),
    ),
});
