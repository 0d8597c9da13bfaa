import type { Card } from "@kartis/core/cards/schema.ts";
import type { OperationId, RecordId } from "@kartis/core/kernel/id.ts";
import { client, trpc } from "../../../lib/api.ts";
import { type AppError, canRetry, errorMessage, toAppError } from "../../../lib/errors.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { currentTranslate, initialLanguage } from "../../../lib/i18n.tsx";
import { queryClient } from "../../../lib/query-client.ts";
import { showToast, type ToastContent } from "../../../lib/toasts/toasts.ts";
import { refreshLists, refreshSums, showCard } from "../../../features/records/card-cache.ts";
import { nameOf } from "../../../features/records/card-types.ts";
import { undoRefused } from "../../../features/cards/table/ranges/refused.ts";
import { discardUnsaved, unsavedEdits } from "../../../features/cards/unsaved.ts";
import { editsSaved } from "../../../features/cards/update-card.ts";
import { refreshMeetings } from "../../../features/calendar/changes/refresh.ts";
import { refreshTasks } from "../../../features/tasks/changes/refresh.ts";
import { tasksSaved } from "../../../features/tasks/changes/saving.ts";
import { entriesSaved } from "../../../features/timeline/changes/under-way.ts";
import { watch } from "../../../features/operations/operations.ts";
import { router } from "../../router.tsx";
import { quoted } from "./quoted.ts";
import { type Direction, type Done, dropDone, keepDone, nextDone, undo } from "../../../features/undo/undo.ts";
import { cardHref } from "../../../features/records/card-href.ts";

const doneWords = (direction: Direction, what: string): string =>
  currentTranslate()(`changes.done.${direction}`, { what: quoted(what, initialLanguage()) });

const opposite = { undo: "redo", redo: "undo" } as const;

/** One after the other, however fast the key is pressed. */
let last: Promise<void> = Promise.resolve();

export function runUndo(direction: Direction, done?: Done): Promise<void> {
  last = last.then(() => run(direction, done)).catch(reportFailure);
  return last;
}

interface Undone {
  readonly recordIds: readonly RecordId[];
  readonly cards: readonly Card[];
  readonly skipped: readonly string[];
  /** The first reason for which a record was left as it is, and how many were. */
  readonly refusal: AppError | undefined;
  readonly refused: number;
}

async function run(direction: Direction, chosen: Done | undefined): Promise<void> {
  if (direction === "undo" && !chosen && undoRefused()) return;
  // The latest edit may still be on its way to the server, and is the one that is meant.
  await Promise.all([editsSaved(), tasksSaved(), entriesSaved()]);
  const t = currentTranslate();
  const kept = chosen || direction === "redo" ? undefined : unsavedEdits().at(-1);
  if (kept) {
    discardUnsaved(kept);
    const what = t("cards.undo.edited", { label: kept.field.label });
    return showToast({ tone: "success", givesWay: true, title: doneWords("undo", what) });
  }
  const done = chosen ?? nextDone(direction);
  if (!done) return showToast({ tone: "info", code: direction, givesWay: true, title: t(`changes.nothing.${direction}`) });
  dropDone(direction, done);
  if (done.operationId) return runRevert(direction, done, done.operationId);
  if (done.recordIds.length === 0) {
    const title = done.label ? t("changes.final", { what: quoted(done.label, initialLanguage()) }) : t("changes.final.last");
    return showToast({ tone: "info", code: direction, givesWay: true, title });
  }
  try {
    await leaveView(done.view);
    const { recordIds, cards, skipped, refusal, refused } = await undoRecords(done.recordIds);
    // Somebody else has undone it, or this was done before elsewhere.
    if (recordIds.length === 0 && skipped.length === 0 && !refusal)
      return showToast({ tone: "info", code: direction, givesWay: true, title: t(`changes.nothing.${direction}`) });
    const inverse: Done = { ...done, recordIds };
    const left = [
      ...(skipped.length > 0 ? [t("changes.skipped", { fields: skipped.join(", ") })] : []),
      ...(refusal ? [t("changes.refusedOf", { count: refused, reason: errorMessage(refusal) })] : []),
    ];
    if (recordIds.length > 0) keepDone(opposite[direction], inverse);
    const [card] = cards;
    const link = card && cards.length === 1 ? linkTo(card) : undefined;
    reportUndone(direction, done, recordIds.length > 0 ? inverse : undefined, {
      ...(left.length > 0 ? { message: left.join(" ") } : {}),
      ...(link ? { link } : {}),
    });
  } catch (failure) {
    reportNotUndone(failure, direction, done);
  }
}

/** Leaves the view's address for the plain list. */
async function leaveView(view: string | undefined): Promise<void> {
  const { pathname, search } = router.latestLocation;
  if (view !== undefined && "view" in search && search.view === view)
    await router.navigate({ to: pathname, search: {}, replace: true });
}

/** Takes back what a long operation did, with its progress on the screen; what was changed since stays there, with the reasons. */
async function runRevert(direction: Direction, done: Done, operationId: OperationId): Promise<void> {
  const t = currentTranslate();
  try {
    const { operationId: revertId } = await client.changes.revert.mutate({ operationId });
    const { state, updated, failed } = await watch(revertId, t(`changes.doing.${direction}`, { what: done.label }), done);
    // Which imports have been taken back.
    void queryClient.invalidateQueries(trpc.imports.list.pathFilter());
    const inverse: Done = { ...done, operationId: revertId };
    if (updated > 0) keepDone(opposite[direction], inverse);
    if (state !== "done" || failed > 0) return;
    reportUndone(direction, done, updated > 0 ? inverse : undefined);
  } catch (failure) {
    reportNotUndone(failure, direction, done);
  }
}

/** @param inverse what takes it back again, if anything was changed */
function reportUndone(direction: Direction, done: Done, inverse: Done | undefined, more: Partial<ToastContent> = {}): void {
  const t = currentTranslate();
  showToast({
    tone: "success",
    code: `${direction}:${inverse?.operationId ?? inverse?.recordIds.join() ?? ""}`,
    givesWay: true,
    title: doneWords(direction, done.label),
    ...more,
    ...(inverse
      ? {
          action: {
            label: direction === "undo" ? t("changes.redo") : t("common.undo"),
            run: () => undo(opposite[direction], inverse),
          },
        }
      : {}),
  });
}

function reportNotUndone(failure: unknown, direction: Direction, done: Done): void {
  const error = toAppError(failure);
  if (error.code.startsWith("UNAUTHORIZED")) return reportFailure(failure);
  // A change that may succeed on another attempt stays in the undo list.
  if (canRetry(failure)) keepDone(direction, done);
  showToast({
    tone: "error",
    code: `undo:${error.code}:${done.operationId ?? done.recordIds.join()}`,
    title: currentTranslate()(`changes.failed.${direction}`, { what: done.label }),
    message: errorMessage(error),
  });
}

/** By the record that was undone: where an attempt broke off halfway, the next one finds it undone already, and what redoes it is known from here. */
const inverseOf = new Map<RecordId, RecordId>();

/**
 * Undoes the records from the last to the first. One that is refused stays as it is, and the others are undone nonetheless.
 * @throws what refuses all of them, or a failure that may pass
 */
async function undoRecords(recordIds: readonly RecordId[]): Promise<Undone> {
  const refusals: unknown[] = [];
  const inverses: RecordId[] = [];
  const cards = new Map<string, Card>();
  const skipped: string[] = [];
  for (const recordId of recordIds.toReversed()) {
    const undone = await client.changes.undo.mutate({ recordId }).catch((failure: unknown) => {
      refusals.push(failure);
      if (canRetry(failure) || refusals.length === recordIds.length) throw failure;
      return undefined;
    });
    if (!undone) continue;
    if (undone.recordId) inverseOf.set(recordId, undone.recordId);
    const inverse = inverseOf.get(recordId);
    if (inverse) inverses.push(inverse);
    for (const card of undone.cards) {
      cards.set(card.id, card);
      showCard(card);
    }
    skipped.push(...undone.skipped.map(({ label }) => label));
  }
  refreshSums();
  refreshLists();
  void refreshTasks();
  void refreshMeetings();
  void queryClient.invalidateQueries(trpc.cards.history.pathFilter());
  void queryClient.invalidateQueries(trpc.timeline.pathFilter());
  void queryClient.invalidateQueries(trpc.comments.pathFilter());
  void queryClient.invalidateQueries(trpc.cards.merges.pathFilter());
  void queryClient.invalidateQueries(trpc.templates.pathFilter());
  void queryClient.invalidateQueries(trpc.automations.pathFilter());
  void queryClient.invalidateQueries(trpc.leadForms.list.pathFilter());
  void queryClient.invalidateQueries(trpc.views.list.pathFilter());
  void queryClient.invalidateQueries(trpc.taskViews.list.pathFilter());
  const [refusal] = refusals.map(toAppError);
  return { recordIds: inverses, cards: [...cards.values()], skipped, refusal, refused: refusals.length };
}

function linkTo(card: Card): { label: string; href: string } | undefined {
  if (card.trashedAt) return undefined;
  const type = queryClient.getQueryData(trpc.cards.types.queryKey({}))?.find(({ id }) => id === card.typeId);
  return type && { label: nameOf(card), href: cardHref(type, card.id) };
}
