import type { FieldSetting } from "@kartis/core/cards/fields/field.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { LayoutSettings } from "@kartis/core/layouts/schema.ts";
import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import type { Filter } from "@kartis/core/cards/query/schema.ts";

/** The editable part of a card type. */
type TypeDraft = Pick<
  CardType,
  "name" | "pluralName" | "slug" | "apiName" | "hue" | "hidden" | "identifiers" | "fields" | "processes" | "relationViews"
>;

export interface LayoutGroup {
  readonly id: string;
  readonly title: string;
  readonly fieldIds: readonly string[];
  readonly isDefaultOpen: boolean;
}

export interface LayoutDraft {
  readonly id: string;
  readonly title: string;
  readonly groups: readonly LayoutGroup[];
  readonly filter?: Filter | undefined;
  /** None: everybody. */
  readonly roleIds: readonly string[];
  /** Applies to every card that no other layout is for. Only this one has settings, and it cannot be moved or removed. */
  readonly isFirst: boolean;
  readonly settings?: LayoutSettings | undefined;
}

export interface EditorDraft extends TypeDraft {
  readonly layouts: readonly LayoutDraft[];
}

export const draftOf = (type: CardType, layouts: readonly LayoutDraft[]): EditorDraft => {
  const { name, pluralName, slug, apiName, hue, hidden, identifiers, fields, processes, relationViews } = type;
  return { name, pluralName, slug, apiName, hue, hidden, identifiers, fields, processes, relationViews, layouts };
};

/** Compares content; the order of keys, and keys without a value, do not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const left = Object.entries(one).filter(([, value]) => value !== undefined);
  const right = new Map(Object.entries(other).filter(([, value]) => value !== undefined));
  return left.length === right.size && left.every(([key, value]) => right.has(key) && isSame(value, right.get(key)));
}

/** Number of changes as a person would count them: each changed property, field, process, view and layout, and each reordered list. */
export function countChanges(base: EditorDraft, draft: EditorDraft): number {
  const plain = (["name", "pluralName", "slug", "apiName", "hue", "hidden", "identifiers"] as const).filter(
    (key) => !isSame(base[key], draft[key]),
  ).length;
  const lists = (["fields", "processes", "relationViews", "layouts"] as const).map((key) => countItems(base[key], draft[key]));
  return plain + lists.reduce((sum, count) => sum + count, 0);
}

type Items = readonly { readonly id: string }[];

function countItems(base: Items, draft: Items): number {
  const before = new Map(base.map((item) => [item.id, item]));
  const now = new Set(draft.map((item) => item.id));
  const touched = draft.filter((item) => !isSame(before.get(item.id), item)).length;
  const removed = base.filter((item) => !now.has(item.id)).length;
  const order = (items: Items, others: ReadonlySet<string>) => items.map((item) => item.id).filter((id) => others.has(id));
  const isMoved = !isSame(order(base, now), order(draft, new Set(before.keys())));
  return touched + removed + (isMoved ? 1 : 0);
}

/**
 * Our own edits on top of what somebody else saved meanwhile: property by property and, in lists, item by item; where both changed the same, one's own
 * stays.
 */
export function rebase(base: EditorDraft, mine: EditorDraft, theirs: EditorDraft): EditorDraft {
  return {
    ...mergeProperties(base, mine, theirs),
    fields: mergeItems(base.fields, mine.fields, theirs.fields),
    processes: mergeItems(base.processes, mine.processes, theirs.processes),
    relationViews: mergeItems(base.relationViews, mine.relationViews, theirs.relationViews),
    layouts: mergeItems(base.layouts, mine.layouts, theirs.layouts),
  };
}

function mergeProperties<Thing extends object>(base: Thing | undefined, mine: Thing, theirs: Thing): Thing {
  const merged = { ...theirs };
  for (const key of new Set([...keysOf(mine), ...(base ? keysOf(base) : [])])) {
    if (base && isSame(base[key], mine[key])) continue;
    merged[key] = mine[key];
  }
  return merged;
}

// `Object.keys` of a value of this type returns only its keys.
const keysOf = <Thing extends object>(thing: Thing) => Object.keys(thing) as (keyof Thing)[];

function mergeItems<Item extends { readonly id: string }>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
): Item[] {
  const find = (items: readonly Item[], id: string) => items.find((item) => item.id === id);
  const ids = (items: readonly Item[]) => items.map((item) => item.id);
  const common = new Set(ids(mine).filter((id) => find(base, id)));
  const hasMoved = !isSame(
    ids(base).filter((id) => common.has(id)),
    ids(mine).filter((id) => common.has(id)),
  );
  // If only one side reordered the list, that order wins; if both did, our own does.
  const isMyOrder = isSame(ids(base), ids(theirs)) || (hasMoved && !isSame(ids(base), ids(mine)));
  const [first, second] = isMyOrder ? [mine, theirs] : [theirs, mine];
  return [...new Set([...ids(first), ...ids(second)])].flatMap((id) => {
    const before = find(base, id);
    const own = find(mine, id);
    const other = find(theirs, id);
    if (own && other) return [mergeProperties(before, own, other)];
    // Taken away by one: gone, unless the other has edited it since.
    if (own) return before && isSame(before, own) ? [] : [own];
    return other && (!before || !isSame(before, other)) ? [other] : [];
  });
}

/** Whether fields of the type have the setting. */
export const hasSetting = (type: Field["type"], setting: FieldSetting): boolean => fieldTraits[type].settings.includes(setting);

/** Fields that every card type has. They can be renamed and moved, but not removed or given another type. */
export const isSystemField = (fieldId: string): boolean => fieldId === "name" || fieldId === "status" || fieldId === "owner";

/** The field's settings that its type has a use for; others would come back to life with the next change of type. */
export function withType(field: Field, type: Field["type"]): Field {
  const { currency, min, max, relation, assigns, defaultValue: _, ...rest } = field;
  return {
    ...rest,
    type,
    options: hasSetting(type, "options") ? field.options : [],
    ...(hasSetting(type, "currency") && currency ? { currency } : {}),
    ...(hasSetting(type, "bounds") && min !== undefined ? { min } : {}),
    ...(hasSetting(type, "bounds") && max !== undefined ? { max } : {}),
    ...(hasSetting(type, "assigns") && assigns ? { assigns } : {}),
    ...(hasSetting(type, "relation") ? { relation: relation ?? { typeIds: [], many: true } } : {}),
  };
}

/** The field with a setting that it may also be without. */
export function withSetting(
  field: Field,
  key: "currency" | "min" | "max" | "hue" | "group" | "defaultValue",
  value: unknown,
): Field {
  const next = { ...field, [key]: value };
  if (value === undefined) delete next[key];
  return next;
}

/** The draft without a field, which processes, identifiers and lists of related cards name no more; layouts leave out what is gone by themselves. */
export function withoutField(draft: EditorDraft, fieldId: string): EditorDraft {
  const others = (ids: readonly string[]) => ids.filter((id) => id !== fieldId);
  return {
    ...draft,
    fields: draft.fields.filter((field) => field.id !== fieldId),
    identifiers: others(draft.identifiers),
    processes: draft.processes.map((process) => ({
      ...process,
      steps: process.steps.map((step) => ({ ...step, requiredFieldIds: others(step.requiredFieldIds) })),
    })),
    relationViews: draft.relationViews.filter((view) => view.fieldId !== fieldId),
  };
}

/** The draft with other statuses; steps and exits of processes that lost theirs go too. */
export function withStatuses(draft: EditorDraft, options: Field["options"]): EditorDraft {
  const left = new Set(options.map((option) => option.id));
  return {
    ...draft,
    fields: draft.fields.map((field) => (field.id === "status" ? { ...field, options } : field)),
    processes: draft.processes.map((process) => ({
      ...process,
      steps: process.steps.filter((step) => left.has(step.statusId)),
      exitStatusIds: process.exitStatusIds.filter((id) => left.has(id)),
    })),
  };
}

export type { Field };
