import { organizationConsumer } from "@kartis/core/data/consumer.ts";
import { eraseDeletedOrganizations } from "@kartis/core/deletion/erase.ts";

/** Under the Lambda's time-out; the hourly run (`functions/erasure`) continues with whatever is left then. */
const runMs = 90_000;

/** Begins at once to erase what was deleted. It does not read the record, which is among the first things to go. */
export const handler = organizationConsumer({
  name: "organizations-on-deleted",
  run: (_, __, { clock }) => eraseDeletedOrganizations(clock, runMs),
});
