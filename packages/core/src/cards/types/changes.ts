import { isDeepStrictEqual } from "node:util";
import type { RecordDraft } from "../../data/commit.ts";
import type { Change, Values } from "../../data/journal.ts";
import type { CardType, Field } from "../schema.ts";
import type { FieldsChange } from "./fields-change.ts";
import { typeSubject } from "./store.ts";

type Draft = Pick<Change, "action" | "before" | "after">;

/** The keys in which two objects differ, with the values on either side. */
function differing(before: object, after: object): { before: Values; after: Values } | undefined {
  const [old, next] = [before as Values, after as Values];
  const keys = [...new Set([...Object.keys(old), ...Object.keys(next)])].filter((key) => !isDeepStrictEqual(old[key], next[key]));
  if (keys.length === 0) return undefined;
  const only = (values: Values) => Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
  return { before: only(old), after: only(next) };
}

/** The change to the type itself; undefined when nothing changes. Its fields are reported one by one. */
export function typeChange(before: CardType, after: CardType): Draft | undefined {
  const ownProperties = ({ fields: _, version: _version, removedFields: _removed, ...rest }: CardType) => rest;
  const changed = differing(ownProperties(before), ownProperties(after));
  return changed && { action: "cardType.update", ...changed };
}

const named = ({ id, label, presets }: Field) => ({ fieldId: id, label, ...(presets ? { presets } : {}) });

/** The changes to fields: one line for each field that is new, different or gone, and one for the type where it follows from them. */
export function fieldChanges(type: CardType, change: FieldsChange): Draft[] {
  const updates = [...change.updated, ...change.retyped].flatMap(({ before, after }): Draft[] => {
    const changed = differing(before, after);
    if (!changed) return [];
    return [
      {
        action: "field.update",
        before: { ...named(before), ...changed.before },
        after: { ...named(after), ...changed.after },
      },
    ];
  });
  const order = (fields: readonly Field[]) => fields.map((field) => field.id);
  const ofType = typeChange(type, change.next);
  const moved = change.isReordered;
  return [
    ...change.created.map((field): Draft => ({ action: "field.create", before: null, after: { ...field, fieldId: field.id } })),
    ...updates,
    ...change.deleted.map((field): Draft => ({ action: "field.delete", before: { ...field, fieldId: field.id }, after: null })),
    ...(ofType || moved
      ? [
          {
            action: "cardType.update" as const,
            before: { ...ofType?.before, ...(moved ? { fieldOrder: order(type.fields) } : {}) },
            after: { ...ofType?.after, ...(moved ? { fieldOrder: order(change.next.fields) } : {}) },
          },
        ]
      : []),
  ];
}

/** More changes than this share one record: a transaction has a hundred items. */
const maxRecords = 80;

/**
 * The changes as records about the type, each with its own version, so that every field's history is a line of the audit and replicas apply them in order.
 * `version` is the type's after the last one.
 */
export function recordsOf(type: CardType, drafts: readonly Draft[]): { records: RecordDraft[]; version: number } {
  const changes = drafts.map((draft, index): Change => ({
    ...draft,
    subject: typeSubject(type),
    version: type.version + index + 1,
  }));
  const records = changes.length > maxRecords ? [{ changes }] : changes.map((change) => ({ changes: [change] }));
  return { records, version: type.version + changes.length };
}
