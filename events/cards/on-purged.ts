import { settlePurged } from "@kartis/core/attachments/purged.ts";
import { consumer } from "@kartis/core/data/consumer.ts";

/** Deletes the files of a purged card, unless another card shows them. */
export const handler = consumer({ name: "cards-on-purged", on: ["card.purge"], run: settlePurged });
