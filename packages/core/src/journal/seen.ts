import { findCards, inScope } from "../cards/index.ts";
import type { Change } from "../data/journal.ts";
import { type CardId, isId, type OrgId } from "../kernel/id.ts";
import type { Scope } from "../kernel/scope.ts";

/** The card that a change tells of: the one it changed, or the one whose file it is. */
function cardOf({ subject, before, after }: Change): CardId | undefined {
  const cardId = subject.kind === "card" ? subject.id : (after?.["cardId"] ?? before?.["cardId"]);
  return isId("crd", cardId) ? cardId : undefined;
}

/**
 * What of these changes may be told to somebody who sees so much of the cards: of a card out of their sight, or gone for good, that it was changed, and
 * neither its name nor what was in it. The right to read the audit is none to read cards.
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
