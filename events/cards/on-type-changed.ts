import { consumer } from "@kartis/core/data/consumer.ts";
import { isId } from "@kartis/core/kernel/id.ts";
import { requestFirstRun } from "@kartis/core/operations/index.ts";

/** A change of a type may be followed by a conversion of its cards: it is run, whatever has become of the process that made the change. */
export const handler = consumer({
  name: "cards-on-type-changed",
  on: ["cardType.update", "field.create", "field.update", "field.delete"],
  async run({ orgId, batchId }) {
    if (isId("opn", batchId)) await requestFirstRun(orgId, batchId);
  },
});
