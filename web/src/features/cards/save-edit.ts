import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Card, Field } from "@kartis/core/cards/schema.ts";
import { client, trpc } from "../../lib/api.ts";
import { errorMessage, errorTitle, toAppError } from "../../lib/errors.ts";
import { reportFailure } from "../../lib/failures.ts";
import { currentTranslate } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { showToast } from "../../lib/toasts/toasts.ts";
import { offerUndo } from "../undo/undo.ts";
import { dropPending, knownCard, refreshCard, refreshSums, showCard, showFields } from "../records/card-cache.ts";
import { openClash, type Clash } from "./clashes.ts";
import { sameValue } from "../fields/editors/editing.ts";
import { closeClash, closeUnsaved, isUnreachable, keepUnsaved, ring, sayUnsaved, unsavedAt } from "./unsaved.ts";
import { updateCard } from "./update-card.ts";

export { preload } from "./unsaved.ts";

/** Sends an edit that is shown already; on failure the old value is put back, visibly, unless the server could not be reached. */
export async function saveEdit(card: Card, field: Field, value: unknown, shownBefore: unknown): Promise<void> {
  const at = Date.now();
  const kept = unsavedAt(card.id, field.id);
  const before = kept ? kept.unsaved.before : shownBefore;
  const expectedVersion = kept?.unsaved.expectedVersion ?? knownCard(card.id)?.version ?? card.version;
  // The displayed password is not the one that was sent.
  const answered = fieldTraits[field.type].secret ? undefined : value;
  try {
    const saved = await client.cards.update.mutate({ cardId: card.id, expectedVersion, fields: { [field.id]: value } });
    if (kept) closeUnsaved(kept);
    dropPending(card.id, field.id, answered);
    showCard(saved);
    refreshSums();
    // The former password is never sent to a browser, so it cannot be restored either.
    if (!fieldTraits[field.type].secret)
      offerUndo({ recordId: saved.recordId, at, message: currentTranslate()("cards.undo.edited", { label: field.label }) });
    void queryClient.invalidateQueries(trpc.cards.history.pathFilter());
    void queryClient.invalidateQueries(trpc.timeline.pathFilter());
  } catch (failure) {
    if (isUnreachable(failure)) {
      // It was discarded while it was on its way.
      if (kept && !unsavedAt(card.id, field.id)) return;
      keepUnsaved({ card, field, mine: value, before, expectedVersion });
      if (!kept || !sameValue(kept.mine, value)) sayUnsaved();
      return;
    }
    if (kept) closeUnsaved(kept);
    dropPending(card.id, field.id, answered);
    showFields(card.id, { [field.id]: before });
    const error = toAppError(failure);
    const own = error.fields?.[field.id];
    if (own === "validation.changedMeanwhile") {
      const now = await refreshCard(card.id).catch(() => undefined);
      // The call before has arrived, only its answer has not.
      if (kept && now && sameValue(now.fields[field.id], value)) return;
      return openClash({ card, field, mine: value });
    }
    ring(card.id, field.id);
    if (error.code === "UNAUTHORIZED" || error.code === "UNAUTHORIZED_NO_ORG") return reportFailure(failure);
    const t = currentTranslate();
    const retry = { label: t("common.retry"), run: () => updateCard(knownCard(card.id) ?? card, field, value) };
    showToast({
      tone: "error",
      code: `${error.code}:${field.id}`,
      title: t("cards.update.failed", { label: field.label }),
      message: (own && t.find(own)) ?? (errorMessage(error) || errorTitle(error)),
      action: retry,
    });
    // The current value may be newer than the one on the screen.
    void refreshCard(card.id).catch(() => undefined);
  }
}

/** Ends a clash by one of the two values. */
export function settleClash(clash: Clash, choice: "theirs" | "mine"): void {
  closeClash(clash);
  if (choice === "mine") updateCard(knownCard(clash.card.id) ?? clash.card, clash.field, clash.mine);
}
