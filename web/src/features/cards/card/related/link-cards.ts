import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import type { RelatedGroup } from "@kartis/core/cards/relations/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { client, trpc } from "../../../../lib/api.ts";
import { reportFailure } from "../../../../lib/failures.ts";
import { currentTranslate } from "../../../../lib/i18n.tsx";
import { queryClient } from "../../../../lib/query-client.ts";
import { dismissPassing } from "../../../../lib/toasts/toasts.ts";
import { offerUndo } from "../../../undo/undo.ts";
import { knownCard, refreshLists, refreshRelated, showCard } from "../../../records/card-cache.ts";
import { knownType, learnName } from "../../../records/card-names.ts";
import { cardHref } from "../../../records/card-href.ts";

/** The card that has the field and the one it names: which is which depends on the side of the relation. */
const ends = (card: Card, group: RelatedGroup, otherId: CardId) =>
  group.direction === "names"
    ? { cardId: card.id, fieldId: group.fieldId, targetId: otherId }
    : { cardId: otherId, fieldId: group.fieldId, targetId: card.id };

function refresh(): void {
  refreshRelated();
  void queryClient.invalidateQueries(trpc.cards.history.pathFilter());
  void queryClient.invalidateQueries(trpc.timeline.pathFilter());
}

type RelatedAnswer = { readonly groups: readonly RelatedGroup[] };

/** Adds the other card to its list, or takes it out, wherever that is shown. Answers with what puts everything back. */
function showLinked(card: Card, group: RelatedGroup, other: Card, isLinked: boolean): () => void {
  const filter = { ...trpc.cards.related.pathFilter(), predicate: isOf(card.id) };
  const before = queryClient.getQueriesData(filter);
  const change = (own: RelatedGroup): RelatedGroup => {
    if (own.id !== group.id) return own;
    const rest = own.rows.filter(({ id }) => id !== other.id);
    const rows = isLinked ? [...rest, other] : rest;
    return { ...own, rows, total: Math.max(rows.length, own.total + (isLinked ? 1 : -1)) };
  };
  const changeIn = (answer: RelatedAnswer): RelatedAnswer => ({ ...answer, groups: answer.groups.map(change) });
  queryClient.setQueriesData(filter, (answer: RelatedAnswer | { readonly pages: readonly RelatedAnswer[] } | undefined) => {
    if (!answer) return undefined;
    if ("groups" in answer) return changeIn(answer);
    // If there are several pages, a new card goes to the end of the last one.
    const at = answer.pages.length - 1;
    return { ...answer, pages: answer.pages.map((page, index) => (isLinked && index !== at ? page : changeIn(page))) };
  });
  return () => {
    for (const [key, answer] of before) queryClient.setQueryData(key, answer);
  };
}

const isOf =
  (cardId: CardId) =>
  ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
    JSON.stringify(queryKey[1]).includes(`"cardId":"${cardId}"`);

/** Links or unlinks an existing card, from either side: shown at once, rolled back on failure, announced with an undo. */
export async function setLinked(
  card: Card,
  group: RelatedGroup,
  otherId: CardId,
  name: string,
  isLinked: boolean,
): Promise<void> {
  const t = currentTranslate();
  // An answer that is under way is of before.
  await queryClient.cancelQueries({ ...trpc.cards.related.pathFilter(), predicate: isOf(card.id) });
  const listed = group.rows.find(({ id }) => id === otherId) ?? knownCard(otherId);
  const typeId = knownType(otherId) ?? card.typeId;
  // For a card that was only searched for, only the name is known until the answer arrives.
  const other = listed ?? { ...card, id: otherId, typeId, version: 0, fields: { name } };
  const putBack = showLinked(card, group, other, isLinked);
  // Its Undo would be pressed for what is shown now.
  dismissPassing();
  try {
    const input = ends(card, group, otherId);
    const saved = await (isLinked ? client.cards.link.mutate(input) : client.cards.unlink.mutate(input));
    showCard(saved);
    refresh();
    offerUndo({ recordId: saved.recordId, message: t(isLinked ? "card.related.linked" : "card.related.unlinked", { name }) });
  } catch (failure) {
    putBack();
    refreshRelated();
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
    if (isNamed) void queryClient.invalidateQueries(trpc.cards.get.queryFilter({ id: card.id }));
    refresh();
    refreshLists();
    offerUndo({
      recordId: made.recordId,
      message: t("cards.create.done"),
      notice: { link: { label: name, href: cardHref(type, made.id) } },
    });
  } catch (failure) {
    reportFailure(failure);
  }
}
