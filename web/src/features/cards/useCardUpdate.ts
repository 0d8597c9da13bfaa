import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Card, Field } from "@kartis/core/cards/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useSyncExternalStore } from "react";
import { client, trpc } from "../../lib/api.ts";
import { errorMessage, errorTitle, toAppError } from "../../lib/errors.ts";
import { reportFailure } from "../../lib/failures.ts";
import { currentTranslate } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { showToast } from "../../ui/feedback/toasts.ts";
import { offerUndo } from "../undo/undo.ts";
import { closeClash, openClash, type Clash } from "./clashes.ts";
import { addPending, dropPending, knownCard, refreshCard, refreshSums, showCard, showFields } from "./card-cache.ts";

const ringMilliseconds = 2000;

let failed: ReadonlySet<string> = new Set();
const subscribers = new Set<() => void>();

function setFailed(next: ReadonlySet<string>): void {
  failed = next;
  for (const subscriber of subscribers) subscriber();
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

const cellKey = (cardId: string, fieldId: string) => `${cardId}:${fieldId}`;

/** Rings the cell whose value went back to what it was. */
export function ring(cardId: string, fieldId: string): void {
  const key = cellKey(cardId, fieldId);
  setFailed(new Set([...failed, key]));
  setTimeout(() => setFailed(new Set([...failed].filter((other) => other !== key))), ringMilliseconds);
}

/** True for the values that were just rolled back. */
export function useRolledBack(): (cardId: string, fieldId: string) => boolean {
  const keys = useSyncExternalStore(subscribe, () => failed);
  return (cardId, fieldId) => keys.has(cellKey(cardId, fieldId));
}

/** Edits of one card go out one after the other, each with the version the one before has made. */
const queues = new Map<CardId, Promise<void>>();

/** Resolves when no edit is on its way any more. */
export async function editsSaved(): Promise<void> {
  await Promise.all(queues.values());
}

/**
 * Shows the value at once, saves it behind, and on failure puts the old value back, visibly: the field that somebody else has changed meanwhile is a
 * clash (`expectedVersion`), both values of which stay to choose from; other fields merge.
 */
export function updateCard(card: Card, field: Field, value: unknown): void {
  const before = knownCard(card.id)?.fields[field.id] ?? card.fields[field.id] ?? null;
  const shown = shownOf(field, value);
  addPending(card.id, field.id, shown);
  showFields(card.id, { [field.id]: shown });
  const earlier = queues.get(card.id) ?? Promise.resolve();
  const saving = earlier.then(() => save(card, field, value, before));
  queues.set(card.id, saving);
  void saving.finally(() => queues.get(card.id) === saving && queues.delete(card.id));
}

/** What is shown of a value until the server answers: a password goes out, and into nothing that is kept here. */
const shownOf = (field: Field, value: unknown): unknown =>
  fieldTraits[field.type].secret && value !== null ? { setAt: new Date().toISOString() } : value;

async function save(card: Card, field: Field, value: unknown, before: unknown): Promise<void> {
  const expectedVersion = knownCard(card.id)?.version ?? card.version;
  try {
    const saved = await client.cards.update.mutate({ cardId: card.id, expectedVersion, fields: { [field.id]: value } });
    dropPending(card.id, field.id);
    showCard(saved);
    refreshSums();
    // The former password is never sent to a browser, so it cannot be restored either.
    if (!fieldTraits[field.type].secret)
      offerUndo({ recordId: saved.recordId, message: currentTranslate()("cards.undo.edited", { label: field.label }) });
    void queryClient.invalidateQueries(trpc.cards.history.pathFilter());
  } catch (failure) {
    dropPending(card.id, field.id);
    showFields(card.id, { [field.id]: before });
    const error = toAppError(failure);
    const own = error.fields?.[field.id];
    if (own === "validation.changedMeanwhile") {
      await refreshCard(card.id).catch(() => undefined);
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
    // What is there now may be newer than what was on the screen.
    void refreshCard(card.id).catch(() => undefined);
  }
}

/** Ends a clash by one of the two values. */
export function settleClash(clash: Clash, choice: "theirs" | "mine"): void {
  closeClash(clash);
  if (choice === "mine") updateCard(knownCard(clash.card.id) ?? clash.card, clash.field, clash.mine);
}
