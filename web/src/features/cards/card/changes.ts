import type { HistoryEntry } from "@kartis/core/cards/schema.ts";
import { sameValue } from "../fields/editing.ts";

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
