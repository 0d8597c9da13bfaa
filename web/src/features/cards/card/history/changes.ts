import type { Card, HistoryEntry } from "@kartis/core/cards/schema.ts";
import { sameValue } from "../../../fields/editors/editing.ts";

export interface FieldChange {
  fieldId: string;
  before: unknown;
  after: unknown;
}

/** The fields that a record changed, with both values. */
export function changesOf({ before, after }: Pick<HistoryEntry, "before" | "after">): FieldChange[] {
  const fieldIds = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fieldIds
    .map((fieldId) => ({ fieldId, before: before?.[fieldId] ?? null, after: after?.[fieldId] ?? null }))
    .filter((change) => !sameValue(change.before, change.after));
}

/** The card as it was right after `entry`: what came later is taken back, newest first. `entries` reach from now to there. */
export function cardAfter(card: Card, entries: readonly HistoryEntry[], entry: HistoryEntry): Card {
  const later = entries.slice(0, entries.indexOf(entry)).filter(({ action }) => action === "card.update");
  const fields = later.reduce((now, { before }) => ({ ...now, ...before }), card.fields);
  return { ...card, fields };
}
