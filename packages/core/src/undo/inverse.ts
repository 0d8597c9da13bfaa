import { type CardWrite, edit, type StoredCard, trashing } from "../cards/index.ts";
import { definitionOf } from "../cards/fields/registry.ts";
import { moveErrors } from "../cards/processes.ts";
import { acceptValues, type FieldContext, fieldOfType, isSame } from "../cards/rules.ts";
import type { CardType, Field, FieldValues } from "../cards/schema.ts";
import type { Change } from "../data/journal.ts";
import type { OrgId } from "../kernel/id.ts";
import type { PresetNames } from "../kernel/preset-names.ts";
import type { Right } from "../kernel/procedure.ts";

/** A field that stays as it is, and the catalogue key of the reason. */
export interface SkippedField {
  readonly fieldId: string;
  readonly label: string;
  /** Presets of the label. */
  readonly presets?: PresetNames;
  readonly reason: string;
}

const labelled = (field: Field | undefined): Pick<SkippedField, "label" | "presets"> => ({
  label: field?.label ?? "",
  ...(field?.presets?.["label"] ? { presets: { label: field.presets["label"] } } : {}),
});

/** Why a change of a card cannot be undone now. */
export type Obstacle =
  /** These fields were changed again; for a card that would go to the trash, any change counts. */
  | { readonly kind: "changed"; readonly fieldIds: readonly string[] }
  /** It has been restored from the trash, or trashed again, since. */
  | { readonly kind: "moved" }
  | { readonly kind: "trashed" }
  /** The type no longer accepts any of the former values. */
  | { readonly kind: "refused"; readonly skipped: readonly SkippedField[] }
  | { readonly kind: "irreversible" };

export type Undoing =
  | { readonly ok: true; readonly cardWrite: CardWrite | undefined; readonly skipped: readonly SkippedField[] }
  | { readonly ok: false; readonly obstacle: Obstacle };

/** Permission needed to undo the change; undefined if the change has no inverse. */
export function rightToUndo({ action, subject }: Change): Right | undefined {
  if (subject.kind !== "card") return undefined;
  switch (action) {
    case "card.update":
      return ["CARDS", "update"];
    case "card.create":
    case "card.delete":
    case "card.restore":
      return ["CARDS", "delete"];
    default:
      return undefined;
  }
}

/** Values that the journal does not have can be neither compared nor restored. */
const isSecret = (field: Field): boolean => definitionOf(field.type).secret === true;

/**
 * The inverse of the change as an ordinary write of the card. A field counts as changed since when its value is neither what the change left nor what was there
 * before it: so a chain of edits is undone from its end, and undoing twice does nothing.
 * @param evenIfChanged trashes or restores a card even if it has been changed, or moved again, since.
 */
export function undoing(
  orgId: OrgId,
  type: CardType,
  current: StoredCard,
  change: Change,
  context: FieldContext,
  at: string,
  evenIfChanged = false,
): Undoing {
  const obstacle = (kind: Obstacle): Undoing => ({ ok: false, obstacle: kind });
  const moved = (trashed: boolean): Undoing => ({
    ok: true,
    cardWrite: trashing(orgId, type, current, trashed, context, at),
    skipped: [],
  });
  switch (change.action) {
    case "card.create": {
      const fieldIds = evenIfChanged || current.trashedAt ? [] : changedSince(type, current, change.after ?? {});
      return fieldIds.length > 0 ? obstacle({ kind: "changed", fieldIds }) : moved(true);
    }
    case "card.restore": {
      const fieldIds = Object.entries(current.fieldVersions).flatMap(([id, version]) => (version > change.version ? [id] : []));
      return fieldIds.length > 0 && !evenIfChanged && !current.trashedAt ? obstacle({ kind: "changed", fieldIds }) : moved(true);
    }
    case "card.delete":
      return evenIfChanged || current.trashedAt === null || current.trashedAt === change.after?.["trashedAt"]
        ? moved(false)
        : obstacle({ kind: "moved" });
    case "card.update":
      if (current.trashedAt) return obstacle({ kind: "trashed" });
      return undoingOfEdit(orgId, type, current, change, context, at);
    default:
      return obstacle({ kind: "irreversible" });
  }
}

/** Fields whose values differ from those the card was created with. */
function changedSince(type: CardType, current: StoredCard, made: FieldValues): string[] {
  return type.fields
    .filter((field) => !isSecret(field) && !isSame(current.fields[field.id], made[field.id]))
    .map((field) => field.id);
}

function undoingOfEdit(
  orgId: OrgId,
  type: CardType,
  current: StoredCard,
  { before, after }: Change,
  context: FieldContext,
  at: string,
): Undoing {
  const clashing: string[] = [];
  const skipped: SkippedField[] = [];
  const fields: Record<string, unknown> = {};
  for (const [fieldId, value] of Object.entries(before ?? {})) {
    const field = fieldOfType(type, fieldId);
    if (!field) skipped.push({ fieldId, label: "", reason: "errors.undo.fieldGone" });
    else if (isSecret(field)) skipped.push({ fieldId, ...labelled(field), reason: "errors.undo.secret" });
    else if (isSame(current.fields[fieldId], value)) continue;
    else if (!isSame(current.fields[fieldId], after?.[fieldId])) clashing.push(fieldId);
    else {
      const { errors } = acceptValues(type, { [fieldId]: value }, context);
      const refusal = errors[fieldId];
      if (refusal) skipped.push({ fieldId, ...labelled(field), reason: refusal });
      else fields[fieldId] = value;
    }
  }
  if (clashing.length > 0) return { ok: false, obstacle: { kind: "changed", fieldIds: clashing } };
  // An undo may move a card back whatever the process says; but fields required by the step it stays on cannot be cleared.
  for (const [fieldId, reason] of Object.entries(moveErrors(type, current.fields, { ...current.fields, ...fields }, "freely"))) {
    delete fields[fieldId];
    skipped.push({ fieldId, ...labelled(fieldOfType(type, fieldId)), reason });
  }
  if (Object.keys(fields).length === 0 && skipped.length > 0) return { ok: false, obstacle: { kind: "refused", skipped } };
  return { ok: true, cardWrite: edit(orgId, type, current, fields, undefined, context, at, "freely"), skipped };
}
