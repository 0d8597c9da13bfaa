import { noteTrash } from "@kartis/core/cards/due-trash.ts";
import { consumer } from "@kartis/core/data/consumer.ts";

/** What is put into the trash is noted under the day on which it goes for good. */
export const handler = consumer({ name: "cards-on-trashed", on: ["card.delete", "card.purge"], run: noteTrash });
