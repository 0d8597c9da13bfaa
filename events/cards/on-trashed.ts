import { noteTrash } from "@kartis/core/cards/trash/due.ts";
import { consumer } from "@kartis/core/data/consumer.ts";

/** Notes the day on which something in the trash is to be deleted for good, or a file whose draft was not sent. */
export const handler = consumer({
  name: "cards-on-trashed",
  on: [
    "card.delete",
    "card.purge",
    "task.delete",
    "meeting.delete",
    "comment.delete",
    "communication.delete",
    "mail.delete",
    "file.upload",
  ],
  run: noteTrash,
});
