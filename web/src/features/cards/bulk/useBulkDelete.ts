import type { CardQuery } from "@kartis/core/cards/schema.ts";
import type { CardId, RecordId } from "@kartis/core/kernel/id.ts";
import { client } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { currentTranslate, useT } from "../../../lib/i18n.tsx";
import { showToast } from "../../../ui/toasts.ts";
import { offerUndo } from "../../changes/undo.ts";
import { refreshLists } from "../card-cache.ts";
import { isSelected, type Selection } from "../table/selection.ts";

/** As many at once as the server writes side by side without one waiting for another. */
const batch = 8;
const pageSize = 200;

async function inBatches(cardIds: readonly CardId[]): Promise<RecordId[]> {
  const done: RecordId[] = [];
  for (let start = 0; start < cardIds.length; start += batch) {
    const some = cardIds.slice(start, start + batch);
    const results = await Promise.allSettled(some.map((cardId) => client.cards.remove.mutate({ cardId })));
    for (const result of results) if (result.status === "fulfilled" && result.value.recordId) done.push(result.value.recordId);
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
  const recordIds = await inBatches(cardIds);
  offerUndo({ recordIds, message: currentTranslate()("cards.trashed", { count: recordIds.length }) });
  return recordIds.length;
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
