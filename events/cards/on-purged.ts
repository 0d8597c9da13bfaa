import { settlePurged } from "@kartis/core/attachments/purged.ts";
import { consumer } from "@kartis/core/data/consumer.ts";

/** A card that is gone for good takes its files along, as far as no other card shows them. */
export const handler = consumer({ name: "cards-on-purged", on: ["card.purge"], run: settlePurged });
