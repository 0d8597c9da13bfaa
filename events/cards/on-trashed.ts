import { dueActions } from "@kartis/core/cards/trash/actions.ts";
import { noteTrash } from "@kartis/core/cards/trash/due.ts";
import { consumer } from "@kartis/core/data/consumer.ts";

/** Records the day on which something in the trash, or a file of an unsent draft, is due for deletion. */
export const handler = consumer({ name: "cards-on-trashed", on: dueActions, run: noteTrash });
