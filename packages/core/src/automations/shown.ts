import { getCardType } from "../cards/index.ts";
import type { CardType } from "../cards/schema.ts";
import type { Principal } from "../kernel/actor.ts";
import { KartisError } from "../kernel/error.ts";
import type { OrgContext } from "../kernel/procedure.ts";
import { sameValue } from "../kernel/same-value.ts";
import { isId } from "../kernel/id.ts";
import type { Lookups } from "./actions/definition.ts";
import { problemsOf } from "./check.ts";
import { type Figures, figuresOf, noFigures } from "./engine/days.ts";
import { lookupsOf } from "./lookups.ts";
import type { Automation } from "./schema.ts";
import type { StoredAutomation } from "./store.ts";

/** What the settings of automations refer to, for those whose draft the viewer would publish, and for others. */
interface ShownLookups {
  readonly own: Lookups;
  readonly others: Lookups;
}
export const lookupsFor = (principal: Principal): ShownLookups => ({
  own: lookupsOf(principal.orgId, principal),
  others: lookupsOf(principal.orgId),
});

/** What the answers about several automations have in common. */
interface Shared {
  readonly figures: ReadonlyMap<string, Figures>;
  readonly typeOf: (automation: StoredAutomation) => Promise<CardType | undefined>;
  readonly lookups: ShownLookups;
}

/** The automation as returned by the API. */
export async function shownAutomation(
  automation: StoredAutomation,
  { principal, clock }: Pick<OrgContext, "principal" | "clock">,
  { figures, typeOf = presentType, lookups = lookupsFor(principal) }: Partial<Shared> = {},
): Promise<Automation> {
  const { id, version, name, folder, typeId, isOn, stopReason, draft, live, orgId, updatedAt, updatedBy } = automation;
  const type = await typeOf(automation);
  const runs = (figures ?? (await figuresOf(orgId, clock, id))).get(id) ?? noFigures;
  const hasUnpublishedChanges = !sameValue(draft, live?.definition);
  // The viewer may lack rights that the publisher has.
  const isOwn = hasUnpublishedChanges || live?.publishedBy === principal.userId;
  const of = isOwn && principal.grants["AUTOMATION.update"] ? lookups.own : lookups.others;
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
    hasUnpublishedChanges,
    publishedBy: live?.publishedBy ?? null,
    updatedAt,
    updatedBy: isId("usr", updatedBy) ? updatedBy : null,
    problems: type ? await problemsOf(draft, type, orgId, of) : [{ path: "", message: "automations.problem.noType" }],
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
