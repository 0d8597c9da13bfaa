import type { BulkChange, BulkSelection } from "@kartis/core/bulk/schema.ts";
import type { CardQuery } from "@kartis/core/cards/query/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { client } from "../../../lib/api.ts";
import { currentTranslate } from "../../../lib/i18n.tsx";
import { offerUndo } from "../../undo/undo.ts";
import { startChange } from "../../operations/operations.ts";
import { refreshLists } from "../../records/card-cache.ts";
import type { Selection } from "../table/selection.ts";
import { nameOf } from "../../records/card-types.ts";

/** The list's selection as the server takes it: ids, or the list itself without some. */
export const bulkSelection = (query: CardQuery, { mode, ids }: Selection): BulkSelection =>
  mode === "some" ? { cardIds: [...ids] } : { query, exceptIds: [...ids] };

/** Starts a change of many cards, shows how far it is, and offers to take it back when it is done. */
export const changeMany = (
  selection: BulkSelection,
  change: BulkChange,
  label: string,
  startAutomations = false,
): Promise<void> =>
  startChange(
    { selection, change, startAutomations },
    {
      of: "cards",
      label,
      doneLabel: (count) =>
        [doneLabel(change, count), ...(startAutomations ? [currentTranslate()("changes.automations")] : [])].join(" · "),
    },
  );

function doneLabel({ kind }: BulkChange, count: number): string {
  const t = currentTranslate();
  if (kind === "delete") return t("cards.trashed", { count });
  if (kind === "purge") return t("changes.purge.done", { count });
  return t(kind === "edit" ? "changes.changed" : "changes.restored", { count });
}

/** Cards go to the trash, from where the notification brings them back. */
export async function moveToTrash(cardIds: readonly CardId[]): Promise<void> {
  const [only, ...others] = cardIds;
  if (!only) return;
  const t = currentTranslate();
  if (others.length > 0) return changeMany({ cardIds: [...cardIds] }, { kind: "delete" }, t("cards.deleting"));
  const { recordId, fields } = await client.cards.remove.mutate({ cardId: only });
  refreshLists();
  offerUndo({ recordId, message: t("cards.trashed.named", { name: nameOf({ fields }) }) });
}
