import { backoff } from "../../lib/live/backoff.ts";
import { errorTitle, toAppError } from "../../lib/errors.ts";
import { currentTranslate, useT, withWords } from "../../lib/i18n.tsx";
import { useIsOnline } from "../../lib/live/online.ts";
import { currentViewer, queryClient } from "../../lib/query-client.ts";
import { showToast } from "../../lib/toasts/toasts.ts";
import { dropPending, knownCard, refreshCard, showFields } from "../records/card-cache.ts";
import { allClashes, clashKey, openClash, setClashes, type Clash, type UnsavedEdit } from "./clashes.ts";
import { setRing } from "./rolled-back.ts";
import { updateCard } from "./update-card.ts";

const ringMilliseconds = 2000;

/** Outlines the cell whose value was reverted. */
export function ring(cardId: string, fieldId: string): void {
  setRing(cardId, fieldId, true);
  setTimeout(setRing, ringMilliseconds, cardId, fieldId, false);
}

export function closeClash({ card, field }: Clash): void {
  const next = new Map(allClashes());
  next.delete(clashKey(card.id, field.id));
  setClashes(next);
}

/** Whether there was no readable answer: the value was not refused. */
export const isUnreachable = (failure: unknown): boolean => toAppError(failure).code === "HTTP_ERROR";

export function unsavedAt(cardId: string, fieldId: string): UnsavedEdit | undefined {
  const kept = allClashes().get(clashKey(cardId, fieldId));
  return kept?.unsaved && { ...kept, unsaved: kept.unsaved };
}

/** Edits of this person that wait for the server, oldest first. */
export const unsavedEdits = (): readonly UnsavedEdit[] =>
  [...allClashes().values()].flatMap((kept) =>
    kept.unsaved?.viewer === currentViewer() ? [{ ...kept, unsaved: kept.unsaved }] : [],
  );

/** Keeps an edit in its field, marked, until it is saved, discarded, or the page is left. */
export function keepUnsaved(edit: Omit<UnsavedEdit, "unsaved"> & Omit<UnsavedEdit["unsaved"], "viewer" | "isSending">): void {
  const { before, expectedVersion, card, field, mine } = edit;
  openClash({ card, field, mine, unsaved: { before, expectedVersion, viewer: currentViewer(), isSending: false } });
  setRing(card.id, field.id, true);
  watch();
}

/** Its field is no longer marked; the value stays as it is. */
export function closeUnsaved(kept: UnsavedEdit): void {
  closeClash(kept);
  setRing(kept.card.id, kept.field.id, false);
  if (unsavedEdits().length === 0) stopWatching();
}

/** Puts the value back that the field had before. */
export function discardUnsaved(kept: UnsavedEdit): void {
  const { card, field, unsaved } = kept;
  closeUnsaved(kept);
  dropPending(card.id, field.id);
  showFields(card.id, { [field.id]: unsaved.before });
  void refreshCard(card.id).catch(() => undefined);
}

/** Sends what waits. A person who asked for it hears of it when it fails again. */
export function saveUnsaved(isAsked: boolean, edits: readonly UnsavedEdit[] = unsavedEdits()): void {
  for (const kept of edits) {
    if (kept.unsaved.isSending) continue;
    openClash({ ...kept, unsaved: { ...kept.unsaved, isSending: true } });
    const { card, field, mine } = kept;
    updateCard(knownCard(card.id) ?? card, field, mine, () => unsavedAt(card.id, field.id) !== undefined);
  }
  if (isAsked && edits.length > 0 && !navigator.onLine) sayUnsaved();
}

/** Why a value is not saved: for want of a network, or because the server gives no answer over it. */
export const useUnsavedReason = (): string => useT()(useIsOnline() ? "card.unsaved.waiting" : "card.unsaved");

/** One notice for all of them (SPEC section 8). */
export function sayUnsaved(): void {
  const t = currentTranslate();
  showToast({
    tone: "error",
    code: "HTTP_ERROR",
    ...(navigator.onLine
      ? { title: t("card.unsaved.waiting") }
      : { title: errorTitle({ code: "HTTP_ERROR", text: "" }), message: t("card.unsaved.offline") }),
    action: { label: t("common.retry"), run: () => saveUnsaved(true) },
  });
}

/** Preloads what displays and reverts such an edit, which could not be fetched while offline. */
export async function preload(): Promise<void> {
  await Promise.all([
    import("./table/CellClash.tsx"),
    import("../../ui/feedback/ToastRegion.tsx"),
    withWords(["card", "changes", "errors", "validation"], import("../undo/undo.ts")).then(({ preloadUndo }) => preloadUndo()),
  ]);
}

const saveQuietly = () => saveUnsaved(false);
/** The browser asks whether to leave. */
const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();

let stopListening: (() => void) | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let attempts = 0;

/** A browser says that it is online again, but not that the server is: any answer says that, and until one comes the edits try themselves. */
function watch(): void {
  clearTimeout(timer);
  timer = setTimeout(
    () => {
      if (navigator.onLine) saveQuietly();
      else watch();
    },
    1000 + backoff(++attempts),
  );
  if (stopListening) return;
  addEventListener("online", saveQuietly);
  addEventListener("beforeunload", askFirst);
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "success" && !event.action.manual) setTimeout(saveQuietly);
  });
  stopListening = () => {
    removeEventListener("online", saveQuietly);
    removeEventListener("beforeunload", askFirst);
    stop();
  };
}

function stopWatching(): void {
  clearTimeout(timer);
  attempts = 0;
  stopListening?.();
  stopListening = undefined;
}
