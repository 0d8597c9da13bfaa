import { consumer } from "@kartis/core/data/consumer.ts";
import { removeLayoutsOfDeleted } from "@kartis/core/layouts/of-deleted-type.ts";
import { removeViewsOfDeleted } from "@kartis/core/views/of-deleted-type.ts";

/** Deletes the views and layouts of a deleted type. */
export const handler = consumer({
  name: "cards-on-type-deleted",
  on: ["cardType.delete"],
  async run(record, context) {
    await removeViewsOfDeleted(record, context);
    await removeLayoutsOfDeleted(record, context);
  },
});
