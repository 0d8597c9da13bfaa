import {
  type ActivitySight,
  activitySightOf,
  findActivities,
  isInSight,
  readableChange,
  seesAllOf,
} from "../activities/index.ts";
import { findCards, inScope, readScopeOf } from "../cards/index.ts";
import type { Change } from "../data/journal.ts";
import { type CardId, isId, type OrgId } from "../kernel/id.ts";
import type { OrgContext } from "../kernel/procedure.ts";
import type { Scope } from "../kernel/scope.ts";

/** The card that a change belongs to: the one it changed, or the one whose file it is. */
function cardOf({ subject, before, after }: Change): CardId | undefined {
  const cardId = subject.kind === "card" ? subject.id : (after?.["cardId"] ?? before?.["cardId"]);
  return isId("crd", cardId) ? cardId : undefined;
}

/** Scopes in which a reader of the audit sees cards and activities. */
export interface Sight {
  readonly cards: Scope;
  readonly activities: ActivitySight;
}

export async function sightOf({ principal }: Pick<OrgContext, "principal">): Promise<Sight> {
  const [cards, activities] = await Promise.all([readScopeOf({ principal }), activitySightOf({ principal })]);
  return { cards, activities };
}

/**
 * The changes reduced to what a reader may see: for a card or an activity out of their sight, or gone for good, only that it was changed, without its name or
 * content. Permission to read the audit does not include permission to read those.
 */
export async function seenOf(
  orgId: OrgId,
  { cards, activities }: Sight,
  changes: readonly Change[],
): Promise<(change: Change) => Change> {
  // For people who see everything of a kind, nothing of it needs to be read.
  const cardIds = cards.kind === "organization" ? [] : changes.flatMap((change) => cardOf(change) ?? []);
  const activityIds = changes.flatMap(({ action, subject: { id } }) =>
    isId("act", id) && !seesAllOf(activities, action) ? [id] : [],
  );
  const [foundCards, found] = await Promise.all([findCards(orgId, cardIds), findActivities(orgId, activityIds)]);
  function isSeen(change: Change): boolean {
    const { id, kind } = change.subject;
    if (kind === "activity") {
      const activity = isId("act", id) ? found.get(id) : undefined;
      return seesAllOf(activities, change.action) || (activity !== undefined && isInSight(activities, activity));
    }
    const cardId = cardOf(change);
    if (!cardId || cards.kind === "organization") return true;
    const card = foundCards.get(cardId);
    return card !== undefined && inScope(cards, card);
  }
  return (change) => (isSeen(change) ? readableChange(change) : { ...change, before: null, after: null });
}
