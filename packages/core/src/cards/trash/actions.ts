import { activityActions } from "../../activities/types/list.ts";

/** Actions that put something into the trash. */
export const trashActions = ["card.delete", ...activityActions("delete")] as const;

/** Actions after which the sweep of the trash is due on some day. */
export const dueActions = [...trashActions, "card.purge", "file.upload", "template.update", "template.delete"] as const;

/** Actions by which something is deleted for good. */
export const purgeActions = ["card.purge", ...activityActions("purge")] as const;
