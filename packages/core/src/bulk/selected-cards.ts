import { cardIdsOf, findCards, inScope, type StoredCard, streamCards, withFigures } from "../cards/index.ts";
import type { CardId } from "../kernel/id.ts";
import type { OrgContext } from "../kernel/procedure.ts";
import { type Scope, seenIn } from "../kernel/scope.ts";
import type { BulkSelection } from "./schema.ts";

/** The selected cards in one state of the replica, as far as a change with this scope sees them; cards selected by id keep their order. */
export async function selectedIds(
  selection: BulkSelection,
  context: Pick<OrgContext, "principal" | "clock">,
  scope: Scope,
): Promise<CardId[]> {
  if ("cardIds" in selection) return [...new Set(selection.cardIds)];
  const except = new Set(selection.exceptIds);
  const { query } = selection;
  const seen = await withFigures(context, seenIn(scope), query);
  return (await cardIdsOf(context.principal.orgId, seen, query)).filter((cardId) => !except.has(cardId));
}

const windowSize = 1_000;

/** The selected cards that the actor sees, in their current state, a window at a time. */
export async function* selectedCards(
  selection: BulkSelection,
  context: OrgContext,
  seen: Scope,
): AsyncGenerator<readonly (StoredCard | undefined)[]> {
  const { orgId } = context.principal;
  if ("cardIds" in selection) {
    const cardIds = [...new Set(selection.cardIds)];
    for (let at = 0; at < cardIds.length; at += windowSize) {
      const window = cardIds.slice(at, at + windowSize);
      const cards = await findCards(orgId, window);
      yield window.map((cardId) => {
        const card = cards.get(cardId);
        return card && inScope(seen, card) ? card : undefined;
      });
    }
    return;
  }
  const except = new Set(selection.exceptIds);
  for await (const cards of streamCards(orgId, await withFigures(context, seen, selection.query), selection.query)) {
    yield cards.filter(({ id }) => !except.has(id)).map((card) => ({ ...card, fieldVersions: {}, secrets: {} }));
  }
}
