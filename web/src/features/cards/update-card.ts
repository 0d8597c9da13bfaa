import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Card, Field } from "@kartis/core/cards/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { reportFailure } from "../../lib/failures.ts";
import { addPending, dropPending, knownCard, showFields } from "../records/card-cache.ts";

/** Edits of one card go out one after the other, each with the version the one before has made. */
const queues = new Map<CardId, Promise<void>>();

/** Resolves when no edit is on its way any more. */
export async function editsSaved(): Promise<void> {
  await Promise.all(queues.values());
}

const loadSaving = () => import("./save-edit.ts");
/** Ahead of the first edit, so that it goes out at once, and has all it needs where the connection is lost. */
export const preloadSaving = (): void =>
  void loadSaving()
    .then(({ preload }) => preload())
    .catch(() => undefined);

/**
 * Shows the value at once, saves it behind, and when the server refuses it puts the old value back, visibly. One that could not reach the server stays
 * (`unsaved.ts`); one that is sent again is not once it has been discarded (`isWanted`). The field that somebody else has changed meanwhile is a clash (`expectedVersion`), both values of which stay to choose from; other fields merge.
 */
export function updateCard(card: Card, field: Field, value: unknown, isWanted: () => boolean = () => true): void {
  const before = knownCard(card.id)?.fields[field.id] ?? card.fields[field.id] ?? null;
  const shown = shownOf(field, value);
  addPending(card.id, field.id, shown);
  showFields(card.id, { [field.id]: shown });
  const earlier = queues.get(card.id) ?? Promise.resolve();
  const saving = earlier.then(async () => {
    try {
      const { saveEdit } = await loadSaving();
      if (isWanted()) await saveEdit(card, field, value, before);
    } catch (failure) {
      dropPending(card.id, field.id);
      showFields(card.id, { [field.id]: before });
      reportFailure(failure);
    }
  });
  queues.set(card.id, saving);
  void saving.finally(() => queues.get(card.id) === saving && queues.delete(card.id));
}

/** Value shown until the server answers. A password is sent, and not kept here. */
const shownOf = (field: Field, value: unknown): unknown =>
  fieldTraits[field.type].secret && value !== null ? { setAt: new Date().toISOString() } : value;
