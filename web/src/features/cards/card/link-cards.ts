import type { Card, CardType, RelatedGroup } from "@kartis/core/cards/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { client, trpc } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { currentTranslate } from "../../../lib/i18n.tsx";
import { queryClient } from "../../../lib/query-client.ts";
import { offerUndo } from "../../changes/undo.ts";
import { refreshLists, refreshRelated, showCard } from "../card-cache.ts";
import { learnName } from "../card-names.ts";

/** The card that has the field and the one it names: which is which depends on the side one looks from. */
const ends = (card: Card, group: RelatedGroup, otherId: CardId) =>
  group.direction === "names"
    ? { cardId: card.id, fieldId: group.fieldId, targetId: otherId }
    : { cardId: otherId, fieldId: group.fieldId, targetId: card.id };

function refresh(): void {
  refreshRelated();
  void queryClient.invalidateQueries(trpc.cards.history.pathFilter());
}

/** Links a card that there is, or lets it go, from either side; told, with a way back. */
export async function setLinked(
  card: Card,
  group: RelatedGroup,
  otherId: CardId,
  name: string,
  isLinked: boolean,
): Promise<void> {
  const t = currentTranslate();
  try {
    const input = ends(card, group, otherId);
    const saved = await (isLinked ? client.cards.link.mutate(input) : client.cards.unlink.mutate(input));
    showCard(saved);
    refresh();
    offerUndo({ recordId: saved.recordId, message: t(isLinked ? "card.related.linked" : "card.related.unlinked", { name }) });
  } catch (failure) {
    reportFailure(failure);
  }
}

/** Makes a card that is linked from its first moment, in one transaction. */
export async function createLinked(card: Card, group: RelatedGroup, type: CardType, name: string): Promise<void> {
  const t = currentTranslate();
  const isNamed = group.direction === "names";
  try {
    const made = await client.cards.create.mutate({
      typeId: type.id,
      fields: { name, ...(isNamed ? {} : { [group.fieldId]: [card.id] }) },
      ...(isNamed ? { namedBy: { cardId: card.id, fieldId: group.fieldId } } : {}),
    });
    learnName(made.id, { name, typeId: type.id });
    // This card has changed too, where it is the one that names.
    if (isNamed) void queryClient.invalidateQueries(trpc.cards.get.queryFilter({ cardId: card.id }));
    refresh();
    refreshLists();
    offerUndo({
      recordId: made.recordId,
      message: t("cards.create.done"),
      link: { label: name, href: `/cards/${type.slug}/${made.id}` },
    });
  } catch (failure) {
    reportFailure(failure);
  }
}
