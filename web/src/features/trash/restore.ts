import type { CardId } from "@kartis/core/kernel/id.ts";
import { client, trpc } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { currentTranslate } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { changeMany } from "../cards/bulk/useBulkChange.ts";
import { refreshLists } from "../records/card-cache.ts";
import { offerUndo } from "../undo/undo.ts";

/** Brings cards back from the trash, as it was before. */
export async function restoreCards(cardIds: readonly CardId[]): Promise<void> {
  const t = currentTranslate();
  const [only, ...others] = cardIds;
  if (!only) return;
  try {
    if (others.length > 0)
      await changeMany({ cardIds: [...cardIds] }, { kind: "restore" }, t("changes.restoring", { count: cardIds.length }));
    else {
      const { recordId } = await client.cards.restore.mutate({ cardId: only });
      offerUndo({ recordId, message: t("changes.restored", { count: 1 }) });
    }
  } catch (failure) {
    reportFailure(failure);
  }
  refreshLists();
  await queryClient.invalidateQueries(trpc.cards.trash.pathFilter());
  await queryClient.invalidateQueries(trpc.cards.get.pathFilter());
}
