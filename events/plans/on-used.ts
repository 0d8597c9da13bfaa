import { organizationConsumer } from "@kartis/core/data/consumer.ts";
import { watch } from "@kartis/core/limit-warnings/index.ts";
import { limitsAfter } from "@kartis/core/limit-warnings/triggers.ts";

/** Warns of limits of the plan that the changes may have brought near. */
export const handler = organizationConsumer({
  name: "plans-on-used",
  run: (orgId, events, { clock }) => watch(orgId, limitsAfter(events.flatMap(({ actions }) => actions)), clock),
});
