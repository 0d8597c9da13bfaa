import { consumer } from "@kartis/core/data/consumer.ts";
import { removeLayoutsOfDeleted } from "@kartis/core/layouts/of-deleted-type.ts";
import { removeViewsOfDeleted } from "@kartis/core/views/of-deleted-type.ts";

/** What shows the cards of a type goes with it. */
export const handler = consumer({
  name: "cards-on-type-deleted",
  on: ["cardType.delete"],
  async run(record, context) {
    await removeViewsOfDeleted(record, context);
    await removeLayoutsOfDeleted(record, context);
  },
});
