import { findActivities } from "@kartis/core/activities/store.ts";
import { startRuns } from "@kartis/core/automations/engine/start.ts";
import { scopeOf } from "@kartis/core/cards/scope.ts";
import { findCards } from "@kartis/core/cards/store.ts";
import { organizationConsumer } from "@kartis/core/data/consumer.ts";
import { findSettings } from "@kartis/core/organizations/settings.ts";

/** Starts the runs that an organization's changes trigger. */
export const handler = organizationConsumer({
  name: "automations-on-change",
  atOnce: 4,
  run: (orgId, events, { clock }) => startRuns(orgId, events, { clock, findActivities, findCards, findSettings, scopeOf }),
});
