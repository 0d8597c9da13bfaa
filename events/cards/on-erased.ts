import { consumer } from "@kartis/core/data/consumer.ts";
import { isId } from "@kartis/core/kernel/id.ts";
import { requestFirstRun } from "@kartis/core/operations/index.ts";

/** What is left of an erased person is taken away, whatever has become of the process that began it. */
export const handler = consumer({
  name: "cards-on-erased",
  on: ["card.erase"],
  async run({ orgId, batchId }) {
    if (isId("opn", batchId)) await requestFirstRun(orgId, batchId);
  },
});
