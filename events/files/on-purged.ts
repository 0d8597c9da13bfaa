import { activityActions } from "@kartis/core/activities/types/list.ts";
import { settlePurged } from "@kartis/core/attachments/purged.ts";
import { consumer } from "@kartis/core/data/consumer.ts";

/** Deletes the files of purged cards and activities, unless others show them. */
export const handler = consumer({ name: "files-on-purged", on: ["card.purge", ...activityActions("purge")], run: settlePurged });
