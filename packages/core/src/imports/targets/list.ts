import { getCardType, namedInAll } from "../../cards/index.ts";
import type { Language } from "../../identity/schema.ts";
import type { OrgId } from "../../kernel/id.ts";
import { wordsOf } from "../../words.ts";
import type { Importable } from "../rules.ts";
import { activityAsTarget, activityImporter, type ActivityRows } from "./activities.ts";
import { cardImporter } from "./cards.ts";
import type { Importer, Importing } from "./definition.ts";
import { type ActivityTarget, isActivityTarget, type TargetId } from "./schema.ts";
import { meetingRows } from "./meetings.ts";
import { taskRows } from "./tasks.ts";

const activity = <Input>(rows: ActivityRows<Input>) => ({
  target: (language: Language | null) => activityAsTarget(rows, language),
  importer: (importing: Importing) => activityImporter(importing, rows),
});

/** Activity types that can be imported; a new one is a file and a line here. */
const activities: Readonly<Record<ActivityTarget, ReturnType<typeof activity>>> = {
  tasks: activity(taskRows),
  meetings: activity(meetingRows),
};

/** The import's target, labeled in the reader's language and recognized by its names in all languages. */
export const targetOf = async (orgId: OrgId, typeId: TargetId, language: Language | null): Promise<Importable> =>
  isActivityTarget(typeId)
    ? activities[typeId].target(language)
    : namedInAll(await getCardType(orgId, typeId), await wordsOf(language));

/** The importer for this kind of import. */
export const importerFor = async (importing: Importing): Promise<Importer> => {
  const { typeId } = importing.job;
  return isActivityTarget(typeId) ? activities[typeId].importer(importing) : cardImporter(importing, typeId);
};
