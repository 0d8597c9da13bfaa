import type { CardId } from "@kartis/core/kernel/id.ts";
import { client, trpc } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { currentTranslate } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { showToast } from "../../lib/toasts/toasts.ts";
import { changeMany } from "../cards/bulk/useBulkChange.ts";
import { noteFinal } from "../undo/undo.ts";
import { forgetCards } from "../records/forget-cards.ts";

/** Deletes cards in the trash for good. @returns false when it failed, which is reported. */
export async function purgeCards(cardIds: readonly CardId[]): Promise<boolean> {
  const t = currentTranslate();
  const [only, ...others] = cardIds;
  if (!only) return true;
  try {
    if (others.length > 0) {
      await changeMany({ cardIds: [...cardIds] }, { kind: "purge" }, t("changes.purge.doing"));
      await forgetCards(cardIds);
    } else {
      await client.cards.purge.mutate({ cardId: only });
      await forgetCards([only]);
      noteFinal(t("changes.purge.done", { count: 1 }));
      showToast({ tone: "success", code: `purge:${only}`, givesWay: true, title: t("changes.purge.done", { count: 1 }) });
    }
  } catch (failure) {
    reportFailure(failure);
    return false;
  } finally {
    await queryClient.invalidateQueries(trpc.cards.trash.pathFilter());
  }
  return true;
}
