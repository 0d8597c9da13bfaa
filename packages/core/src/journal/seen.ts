import { findCards, inScope } from "../cards/index.ts";
import type { Change } from "../data/journal.ts";
import { type CardId, isId, type OrgId } from "../kernel/id.ts";
import type { Scope } from "../kernel/scope.ts";

/** The card that a change belongs to: the one it changed, or the one whose file it is. */
function cardOf({ subject, before, after }: Change): CardId | undefined {
  const cardId = subject.kind === "card" ? subject.id : (after?.["cardId"] ?? before?.["cardId"]);
  return isId("crd", cardId) ? cardId : undefined;
}

/**
 * The changes reduced to what a reader with this scope may see: for a card out of their sight, or gone for good, only that it was changed, without its name or
 * content. Permission to read the audit does not include permission to read cards.
 */
export async function seenOf(orgId: OrgId, cards: Scope, changes: readonly Change[]): Promise<(change: Change) => Change> {
  if (cards.kind === "organization") return (change) => change;
  const found = await findCards(
    orgId,
    changes.flatMap((change) => cardOf(change) ?? []),
  );
  return (change) => {
    const cardId = cardOf(change);
    const card = cardId && found.get(cardId);
    return !cardId || (card && inScope(cards, card)) ? change : { ...change, before: null, after: null };
  };
}
