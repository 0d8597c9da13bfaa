import { settlePurged } from "@kartis/core/attachments/purged.ts";
import { purgeActions } from "@kartis/core/cards/trash/actions.ts";
import { consumer } from "@kartis/core/data/consumer.ts";

/** Deletes the files of purged cards and activities, unless others show them. */
export const handler = consumer({ name: "files-on-purged", on: purgeActions, run: settlePurged });
