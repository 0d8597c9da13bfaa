import { isDeepStrictEqual } from "node:util";
import { currencies } from "../../kernel/money.ts";
import { definitionOf } from "../fields/registry.ts";
import { type FieldContext, isEmpty, settingsOf } from "../rules.ts";
import { systemFieldIds, type CardType, type Field, type Process } from "../schema.ts";
import { canIdentify, hasCurrency, hasOptions } from "./check.ts";
import { apiNameOf } from "./naming.ts";
import type { FieldToStore } from "./preset-names.ts";
import type { Resolution } from "./schema.ts";

/** Effects of a new list of fields on a card type. */
export interface FieldsChange {
  /** Without its new version. */
  readonly next: CardType;
  readonly created: readonly Field[];
  readonly updated: readonly { readonly before: Field; readonly after: Field }[];
  readonly deleted: readonly Field[];
  /** Fields with another type now (or a currency with other minor units), under another id. */
  readonly retyped: readonly { readonly before: Field; readonly after: Field; readonly convert: boolean }[];
  readonly removedOptions: readonly { readonly field: Field; readonly optionId: string; readonly replaceBy: string | null }[];
  readonly processesChanged: readonly Process[];
  readonly isReordered: boolean;
}

/** New ids, passed in so that this stays pure. */
export interface NewIds {
  field(): string;
}

/**
 * The type with these fields, and the differences. Fields without an id get one; one whose type changes gets a new one and remembers the old: values under the
 * old id stay values of the old type, so no reader ever meets one that does not fit its field. References to a removed field or status are dropped.
 */
export function changeFields(
  type: CardType,
  drafts: readonly FieldToStore[],
  resolutions: readonly Resolution[],
  context: FieldContext,
  ids: NewIds,
): FieldsChange {
  const before = new Map(type.fields.map((field) => [field.id, field]));
  const renamed = new Map<string, string>();
  const retyped: { before: Field; after: Field; convert: boolean }[] = [];
  const removedOptions: { field: Field; optionId: string; replaceBy: string | null }[] = [];
  const fields = complete(drafts, ids).map((draft): Field => {
    const old = before.get(draft.id);
    if (!old) return tidy(isUsedOtherwise(type, draft, context) ? { ...draft, id: ids.field() } : draft, context);
    if (needsNewId(old, draft, context)) {
      const after = tidy({ ...draft, id: ids.field(), formerIds: [...(old.formerIds ?? []), old.id] }, context);
      const convert = resolutions.find((each) => "convert" in each && each.fieldId === old.id);
      retyped.push({ before: old, after, convert: convert && "convert" in convert ? convert.convert : true });
      renamed.set(old.id, after.id);
      return after;
    }
    const removed = old.options
      .filter((option) => !draft.options.some((kept) => kept.id === option.id))
      .map((option) => {
        const resolution = resolutions.find(
          (each) => "optionId" in each && each.fieldId === old.id && each.optionId === option.id,
        );
        const replaceBy = resolution && "optionId" in resolution ? resolution.replaceBy : null;
        return { field: old, optionId: option.id, replaceBy };
      });
    removedOptions.push(...removed);
    return tidy(withFormerOptions({ ...draft, ...(old.formerIds ? { formerIds: old.formerIds } : {}) }, old, removed), context);
  });
  const kept = new Set(fields.map((field) => field.id));
  const created = fields.filter((field) => !before.has(field.id) && ![...renamed.values()].includes(field.id));
  const deleted = type.fields.filter((field) => !kept.has(field.id) && !renamed.has(field.id));
  const updated = fields.flatMap((after) => {
    const old = before.get(after.id);
    return old && !isDeepStrictEqual(tidy(old, context), after) ? [{ before: old, after }] : [];
  });
  const referring = follow(type, fields, renamed);
  return {
    next: { ...type, fields, ...referring, ...removedFields(type, fields, deleted) },
    created,
    updated,
    deleted,
    retyped,
    removedOptions,
    processesChanged: type.processes.filter(
      (process) =>
        !isDeepStrictEqual(
          process,
          referring.processes.find((candidate) => candidate.id === process.id),
        ),
    ),
    isReordered: isReordered(type.fields, fields, renamed),
  };
}

/** Drafts with ids and keys. */
export function complete(drafts: readonly FieldToStore[], ids: NewIds): Field[] {
  const keys = new Set(drafts.flatMap((draft) => draft.key ?? []));
  return drafts.map((draft) => {
    const key = draft.key ?? apiNameOf(draft.label, "field", (name) => keys.has(name));
    keys.add(key);
    return { ...draft, id: draft.id ?? ids.field(), key };
  });
}

/** A field as it is stored: settings that its type does not use are dropped, the default is what a card would get; the rest is put in a fixed order, so that two equal definitions compare equal. */
export function tidy(field: Field, context: FieldContext): Field {
  const { settings } = definitionOf(field.type);
  const hasBounds = settings.includes("bounds");
  const { description, group, hue, formerIds, presets } = field;
  const defaultValue = acceptedDefault(field, context);
  return {
    id: field.id,
    key: field.key,
    type: field.type,
    label: field.label,
    ...(description ? { description } : {}),
    options: hasOptions(field) ? field.options : [],
    ...(hasCurrency(field) && field.currency ? { currency: field.currency } : {}),
    ...(hasBounds && field.min !== undefined ? { min: field.min } : {}),
    ...(hasBounds && field.max !== undefined ? { max: field.max } : {}),
    ...(field.relation ? { relation: field.relation } : {}),
    ...(settings.includes("assigns") && field.assigns && field.id !== "owner" ? { assigns: true } : {}),
    ...(hue ? { hue } : {}),
    displayed: field.displayed,
    required: field.required,
    ...(defaultValue === undefined ? {} : { defaultValue }),
    ...(group ? { group } : {}),
    internal: field.internal,
    ...(formerIds && formerIds.length > 0 ? { formerIds: formerIds.slice(-50) } : {}),
    ...(presets ? { presets } : {}),
  };
}

/** The default as a card would store it; one that the definition refuses stays, to be reported. */
function acceptedDefault(field: Field, context: FieldContext): unknown {
  if (isEmpty(field.defaultValue)) return undefined;
  const accepted = definitionOf(field.type).accept(field.defaultValue, settingsOf(field, context));
  return accepted.ok ? accepted.value : field.defaultValue;
}

const isSystem = (fieldId: string): boolean => systemFieldIds.some((id) => id === fieldId);

/** True when values under the old id would not fit: another type, or minor units of another size. */
function needsNewId(old: Pick<Field, "id" | "type" | "currency">, draft: Field, context: FieldContext): boolean {
  if (isSystem(old.id)) return false;
  if (old.type !== draft.type) return true;
  if (!hasCurrency(old)) return false;
  return currencies[old.currency ?? context.currency].digits !== currencies[draft.currency ?? context.currency].digits;
}

/** True when cards may have values of another type under the id: those of a field that was removed, or that a field had before its type changed. */
function isUsedOtherwise(type: CardType, draft: Field, context: FieldContext): boolean {
  const removed = type.removedFields?.find(({ id }) => id === draft.id);
  return (
    (removed && needsNewId(removed, draft, context)) ||
    type.fields.some(({ formerIds }) => formerIds?.includes(draft.id)) === true
  );
}

const maxRemembered = 200;

/** Removed fields that the type keeps track of. */
function removedFields(type: CardType, fields: readonly Field[], deleted: readonly Field[]): Pick<CardType, "removedFields"> {
  const before = (type.removedFields ?? []).filter(({ id }) => !fields.some((field) => field.id === id));
  const now = deleted.map((field) => ({
    id: field.id,
    type: field.type,
    ...(field.currency ? { currency: field.currency } : {}),
  }));
  const all = [...before, ...now].slice(-maxRemembered);
  return all.length > 0 || type.removedFields ? { removedFields: all } : {};
}

/** Options keep the ids that they have replaced, and take over those of options replaced now. */
function withFormerOptions(
  draft: Field,
  old: Field,
  removed: readonly { readonly optionId: string; readonly replaceBy: string | null }[],
): Field {
  const formerOf = (optionId: string) => old.options.find((option) => option.id === optionId)?.formerIds ?? [];
  const options = draft.options.map(({ id, label, hue, presets }) => {
    const takenOver = removed
      .filter(({ replaceBy }) => replaceBy === id)
      .flatMap(({ optionId }) => [...formerOf(optionId), optionId]);
    const formerIds = [...new Set([...formerOf(id), ...takenOver])];
    return { id, label, hue, ...(formerIds.length > 0 ? { formerIds } : {}), ...(presets ? { presets } : {}) };
  });
  return { ...draft, options };
}

/** Identifiers, processes and relation views after the change: converted fields under their new ids, removed ones gone. */
function follow(type: CardType, fields: readonly Field[], renamed: ReadonlyMap<string, string>) {
  const fieldOf = (fieldId: string) => fields.find((field) => field.id === (renamed.get(fieldId) ?? fieldId));
  const ids = (fieldIds: readonly string[]) => fieldIds.flatMap((fieldId) => fieldOf(fieldId)?.id ?? []);
  const statuses = new Set(fieldOf("status")?.options.map((option) => option.id));
  return {
    identifiers: type.identifiers.flatMap((fieldId) => {
      const field = fieldOf(fieldId);
      return field && canIdentify(field) ? [field.id] : [];
    }),
    processes: type.processes
      .map((process) => ({
        ...process,
        steps: process.steps
          .filter((step) => statuses.has(step.statusId))
          .map((step) => ({ ...step, requiredFieldIds: ids(step.requiredFieldIds) })),
        exitStatusIds: process.exitStatusIds.filter((statusId) => statuses.has(statusId)),
      }))
      // A chain of one link leads nowhere.
      .filter((process) => process.steps.length >= 2),
    relationViews: type.relationViews.flatMap((view) => {
      if (view.typeId !== type.id) return [view];
      const field = fieldOf(view.fieldId);
      return field ? [{ ...view, fieldId: field.id }] : [];
    }),
  };
}

function isReordered(before: readonly Field[], after: readonly Field[], renamed: ReadonlyMap<string, string>): boolean {
  const afterIds = after.map((field) => field.id);
  const stayed = before.map((field) => renamed.get(field.id) ?? field.id).filter((id) => afterIds.includes(id));
  return stayed.join() !== afterIds.filter((id) => stayed.includes(id)).join();
}
