import type { Card, Field } from "@kartis/core/cards/schema.ts";
import type { RecordId } from "@kartis/core/kernel/id.ts";
import { notifyManager } from "@tanstack/react-query";
import { client, trpc } from "../../../../lib/api.ts";
import { errorMessage, toAppError, type AppError } from "../../../../lib/errors.ts";
import { reportFailure } from "../../../../lib/failures.ts";
import { currentTranslate } from "../../../../lib/i18n.tsx";
import { queryClient } from "../../../../lib/query-client.ts";
import { showToast, type ToastContent } from "../../../../lib/toasts/toasts.ts";
import { offerUndo } from "../../../undo/undo.ts";
import {
  addPending,
  dropPending,
  knownCard,
  refreshCard,
  refreshSums,
  showCard,
  showFields,
} from "../../../records/card-cache.ts";
import { sameValue } from "../../../fields/editors/editing.ts";
import { validationMessage } from "../../../fields/validation.ts";
import { deny, whyNot } from "../../../records/rights.ts";
import { keepUnsaved, ring, sayUnsaved, unsavedAt } from "../../unsaved.ts";
import { editsSaved } from "../../update-card.ts";

export interface CellEdit {
  readonly card: Card;
  readonly field: Field;
  readonly value: unknown;
}

interface Undecided extends CellEdit {
  readonly before: unknown;
}
type Failed = Undecided & { readonly error: AppError };

/** Maximum number of cards that the server takes in one call. */
const perCall = 200;

/**
 * Shows the values of many cells at once, saves them behind in few calls, and puts back, visibly, what could not be saved: a field that somebody else has
 * changed meanwhile, a value that the server refuses. The others stay, and one undo takes all of them back. `rejected` lists cells whose text was not a valid value:
 * as notifications cover one another, one says both.
 */
export async function updateCells(wanted: readonly CellEdit[], rejected?: ToastContent): Promise<void> {
  const denials = new Map(wanted.map((edit) => [edit, whyNot("update", edit.card)]));
  const [denial] = [...denials.values()].filter((denied) => denied !== undefined);
  const edits = wanted.filter((edit) => !denials.get(edit));
  if (denial && edits.length === 0) return deny(denial);
  const undecided = edits
    .map((edit): Undecided => ({ ...edit, before: (knownCard(edit.card.id) ?? edit.card).fields[edit.field.id] ?? null }))
    .filter(({ value, before }) => !sameValue(value, before));
  if (undecided.length === 0) {
    if (rejected) showToast(rejected);
    return;
  }
  notifyManager.batch(() => {
    for (const { card, field, value } of undecided) {
      addPending(card.id, field.id, value);
      showFields(card.id, { [field.id]: value });
    }
  });
  // Earlier edits go first: this change builds on the versions that they produce.
  await editsSaved();
  const recordIds: RecordId[] = [];
  const first = await save(undecided, recordIds);
  // A card is refused whole: what was not to blame goes again without what was.
  const innocent = first.filter(({ error, field }) => error.fields !== undefined && !(field.id in error.fields));
  const blamed = first.filter((failed) => !innocent.includes(failed));
  const unsaved = [...blamed, ...(innocent.length > 0 ? await save(innocent, recordIds) : [])];
  const failed = keepUnreachable(unsaved);
  putBack(failed);
  refreshSums();
  void queryClient.invalidateQueries(trpc.cards.history.pathFilter());
  void queryClient.invalidateQueries(trpc.timeline.pathFilter());
  const t = currentTranslate();
  const changed = t("palette.cells.changed", { count: undecided.length - unsaved.length });
  offerUndo({
    recordIds,
    message: changed,
    ...(rejected ? { notice: { ...rejected, givesWay: false, title: `${changed} · ${rejected.title}` } } : {}),
  });
  if (rejected && recordIds.length === 0) showToast(rejected);
  if (failed.length > 0) report(failed, undecided.length);
  else if (denial) deny(denial);
}

/** Answers with the edits that failed. Results of the others are shown. */
async function save(edits: readonly Undecided[], recordIds: RecordId[]): Promise<Failed[]> {
  const byCard = Map.groupBy(edits, ({ card }) => card.id);
  const all = [...byCard.entries()];
  const failed: Failed[] = [];
  for (let at = 0; at < all.length; at += perCall) {
    const some = all.slice(at, at + perCall);
    try {
      const answer = await client.cards.updateMany.mutate({
        changes: some.map(([cardId, own]) => ({
          cardId,
          ...(own[0] ? { expectedVersion: (knownCard(cardId) ?? own[0].card).version } : {}),
          fields: Object.fromEntries(own.map(({ field, value }) => [field.id, value])),
        })),
      });
      recordIds.push(...answer.recordIds);
      notifyManager.batch(() => {
        for (const { cardId, card, error } of answer.outcomes) {
          const own = byCard.get(cardId) ?? [];
          if (error) failed.push(...own.map((edit) => ({ ...edit, error: { text: error.code, ...error } })));
          if (!card) continue;
          for (const { field } of own) dropPending(cardId, field.id);
          showCard(card);
        }
      });
    } catch (failure) {
      const error = toAppError(failure);
      if (error.code.startsWith("UNAUTHORIZED")) reportFailure(failure);
      const rest = all.slice(at).flatMap(([, own]) => own);
      return [...failed, ...rest.map((edit) => ({ ...edit, error }))];
    }
  }
  return failed;
}

/** Cells that are kept until the server can be reached; those of more are put back, and a press sends them again in few calls. */
const mostKept = 200;

/** Keeps what could not reach the server in its cells. @returns the others */
function keepUnreachable(failed: readonly Failed[]): readonly Failed[] {
  const unreachable = failed.filter(({ error }) => error.code === "HTTP_ERROR");
  if (unreachable.length === 0 || unreachable.length > mostKept) return failed;
  for (const { card, field, value, before } of unreachable) {
    const kept = unsavedAt(card.id, field.id);
    keepUnsaved({
      card,
      field,
      mine: value,
      before: kept ? kept.unsaved.before : before,
      expectedVersion: kept?.unsaved.expectedVersion ?? (knownCard(card.id) ?? card).version,
    });
  }
  sayUnsaved();
  return failed.filter((edit) => !unreachable.includes(edit));
}

function putBack(failed: readonly Failed[]): void {
  notifyManager.batch(() => {
    for (const { card, field, before } of failed) {
      dropPending(card.id, field.id);
      showFields(card.id, { [field.id]: before });
      ring(card.id, field.id);
    }
  });
  // The current values may be newer than those on screen; twenty cards are about a screenful.
  for (const cardId of [...new Set(failed.map(({ card }) => card.id))].slice(0, 20))
    void refreshCard(cardId).catch(() => undefined);
}

function report(failed: readonly Failed[], total: number): void {
  const t = currentTranslate();
  const [first] = failed;
  if (!first || first.error.code.startsWith("UNAUTHORIZED")) return;
  const own = first.error.fields?.[first.field.id];
  showToast({
    tone: "error",
    code: `cells:${first.error.code}`,
    title: t("palette.cells.failed", { count: failed.length, total }),
    message: `${first.field.label}: ${own ? validationMessage(t, own) : errorMessage(first.error)}`,
    action: {
      label: t("common.retry"),
      run: () =>
        void updateCells(failed.map(({ card, ...edit }) => ({ ...edit, card: knownCard(card.id) ?? card }))).catch(reportFailure),
    },
  });
}
