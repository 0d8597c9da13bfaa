import { getCardType } from "../cards/index.ts";
import type { CardType } from "../cards/schema.ts";
import type { Clock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { sameValue } from "../kernel/same-value.ts";
import { isId } from "../kernel/id.ts";
import { problemsOf } from "./check.ts";
import { type Figures, figuresOf, noFigures } from "./engine/days.ts";
import type { Automation } from "./schema.ts";
import type { StoredAutomation } from "./store.ts";

/** The automation as returned by the API. */
export async function shownAutomation(
  automation: StoredAutomation,
  clock: Clock,
  figures?: ReadonlyMap<string, Figures>,
  typeOf: (automation: StoredAutomation) => Promise<CardType | undefined> = presentType,
): Promise<Automation> {
  const { id, version, name, folder, typeId, isOn, stopReason, draft, live, orgId, updatedAt, updatedBy } = automation;
  const type = await typeOf(automation);
  const runs = (figures ?? (await figuresOf(orgId, clock, id))).get(id) ?? noFigures;
  return {
    id,
    version,
    name,
    folder,
    cardTypeId: typeId,
    isOn,
    stopReason,
    definition: draft,
    publishedVersion: live?.number ?? null,
    hasUnpublishedChanges: !sameValue(draft, live?.definition),
    publishedBy: live?.publishedBy ?? null,
    updatedAt,
    updatedBy: isId("usr", updatedBy) ? updatedBy : null,
    problems: type ? await problemsOf(draft, type, orgId) : [{ path: "", message: "automations.problem.noType" }],
    runs,
  };
}

/** The automation's card type; undefined if it has been deleted. */
async function presentType({ orgId, typeId }: StoredAutomation): Promise<CardType | undefined> {
  try {
    return await getCardType(orgId, typeId);
  } catch (error) {
    if (error instanceof KartisError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
}
