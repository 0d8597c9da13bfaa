import { organizationConsumer } from "@kartis/core/data/consumer.ts";
import { eraseDeletedOrganizations } from "@kartis/core/deletion/erase.ts";

/** Under the Lambda's time-out; what is left then, the hourly run (`functions/erasure`) goes on with. */
const runMs = 90_000;

/** Begins at once with the erasure of what was deleted. It asks for no record: that is among the first things to go. */
export const handler = organizationConsumer({
  name: "organizations-on-deleted",
  run: (_, __, { clock }) => eraseDeletedOrganizations(clock, runMs),
});
