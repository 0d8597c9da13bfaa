import { activityActions } from "../../activities/types/list.ts";
import type { JournalAction } from "../../data/journal.ts";

/** Actions that put something into the trash. */
export const trashActions: readonly JournalAction[] = ["card.delete", ...activityActions("delete")];

/** Actions after which the sweep of the trash is due on some day. */
export const dueActions: readonly JournalAction[] = [
  ...trashActions,
  "card.purge",
  "file.upload",
  "template.update",
  "template.delete",
];
