import { startRuns } from "@kartis/core/automations/engine/start.ts";
import { findCards } from "@kartis/core/cards/store.ts";
import { organizationConsumer } from "@kartis/core/data/consumer.ts";

/** Starts the automations' runs that follow from what has happened. */
export const handler = organizationConsumer({
  name: "automations-on-change",
  lanes: 4,
  run: (orgId, events, { clock }) => startRuns(orgId, events, { clock, findCards }),
});
