import type { CardQuery } from "@kartis/core/cards/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { client } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { currentTranslate, useT } from "../../../lib/i18n.tsx";
import { showToast } from "../../../ui/toasts.ts";
import { refreshLists } from "../card-cache.ts";
import { isSelected, type Selection } from "../table/selection.ts";

/** As many at once as the server writes side by side without one waiting for another. */
const batch = 8;
const pageSize = 200;

async function inBatches(cardIds: readonly CardId[], call: (cardId: CardId) => Promise<unknown>): Promise<CardId[]> {
  const done: CardId[] = [];
  for (let start = 0; start < cardIds.length; start += batch) {
    const some = cardIds.slice(start, start + batch);
    const results = await Promise.allSettled(some.map(call));
    results.forEach((result, index) => {
      const cardId = some[index];
      if (result.status === "fulfilled" && cardId) done.push(cardId);
    });
    const failure = results.find((result) => result.status === "rejected");
    refreshLists();
    if (failure) {
      reportFailure(failure.reason);
      break;
    }
  }
  return done;
}

async function idsOf(query: CardQuery, selection: Selection, total: number): Promise<CardId[]> {
  if (selection.mode === "some") return [...selection.ids];
  const ids: CardId[] = [];
  for (let cursor = 0; cursor < total; cursor += pageSize) {
    const { rows } = await client.cards.list.query({ ...query, cursor, limit: pageSize, sums: [] });
    ids.push(...rows.map((row) => row.id).filter((id) => isSelected(selection, id)));
    if (rows.length === 0) break;
  }
  return ids;
}

/** Cards go to the trash, from where the toast brings them back. */
export async function moveToTrash(cardIds: readonly CardId[]): Promise<number> {
  const removed = await inBatches(cardIds, (cardId) => client.cards.remove.mutate({ cardId }));
  if (removed.length === 0) return 0;
  const t = currentTranslate();
  showToast({
    tone: "success",
    code: `trash:${removed[0]}`,
    title: t("cards.trashed", { count: removed.length }),
    action: {
      label: t("common.undo"),
      run: () => void inBatches(removed, (cardId) => client.cards.restore.mutate({ cardId })).catch(reportFailure),
    },
  });
  return removed.length;
}

export function useBulkDelete(query: CardQuery, total: number): { start: (selection: Selection) => void } {
  const t = useT();
  return {
    start: (selection) => {
      if (selection.mode === "all") showToast({ tone: "info", title: t("cards.deleting") });
      idsOf(query, selection, total).then(moveToTrash).catch(reportFailure);
    },
  };
}
