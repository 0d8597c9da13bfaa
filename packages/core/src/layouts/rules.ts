import { definitionOf } from "../cards/fields/registry.ts";
import { type Matchable, matches } from "../cards/matches.ts";
import { computedColumns, type CardType, type Field } from "../cards/schema.ts";
import type { Filter } from "../cards/query/schema.ts";
import type { Layout, LayoutDraft, LayoutGroup, LayoutSettings } from "./schema.ts";

export const defaultSettings: LayoutSettings = {
  importantFirst: true,
  hideEmpty: false,
  sections: { related: true, files: true, history: true },
};

/** The id of a type's first layout, which needs no item to exist. */
export const firstLayoutId = (typeId: CardType["id"]): Layout["id"] => `lay_${typeId.slice("typ_".length)}`;

/** The layout of a card for a viewer: the first in order that covers both, otherwise the first of all. `layouts` as `layouts.list` gives them. */
export function layoutFor(
  layouts: readonly Layout[],
  card: Matchable,
  type: CardType,
  roleId: string | null,
): Layout | undefined {
  const [first, ...others] = layouts;
  return (
    others.find(
      ({ filter, roleIds }) =>
        (roleIds.length === 0 || (roleId !== null && roleIds.includes(roleId))) &&
        (filter === null || matches(filter, card, type)),
    ) ?? first
  );
}

/** The first layout before anybody changes it: the fields that are not internal, in the groups that they name. The name is the page's own heading. */
export function derivedLayout(type: CardType): Layout {
  return {
    id: firstLayoutId(type.id),
    typeId: type.id,
    title: "",
    order: 0,
    version: 0,
    isFirst: true,
    groups: groupsOf(type.fields.filter((field) => !field.internal && field.id !== "name")),
    filter: null,
    roleIds: [],
    settings: defaultSettings,
  };
}

function presetOf(field: Field | undefined): Pick<LayoutGroup, "presets"> {
  const group = field?.presets?.["group"];
  return group === undefined ? {} : { presets: { title: group } };
}

function groupsOf(fields: readonly Field[]): LayoutGroup[] {
  const titles = [...new Set(fields.map((field) => field.group ?? ""))];
  return titles
    .toSorted((a, b) => Number(b === "") - Number(a === ""))
    .map((title, index) => ({
      id: `group-${index + 1}`,
      title,
      ...presetOf(fields.find((field) => field.group === title)),
      fieldIds: fields.filter((field) => (field.group ?? "") === title).map((field) => field.id),
      isDefaultOpen: true,
    }));
}

/**
 * A stored layout adapted to its type's current fields: converted fields under their new ids, removed ones dropped, and in the first layout those added since
 * (`known` are the ones it was made with), because people who add a field want to see it.
 */
export function fittingLayout(layout: Layout, known: readonly string[], type: CardType): Layout {
  const current = (fieldId: string) =>
    type.fields.find((field) => field.id === fieldId) ?? type.fields.find((field) => field.formerIds?.includes(fieldId));
  const groups = layout.groups.map((group) => ({
    ...group,
    fieldIds: [...new Set(group.fieldIds.flatMap((fieldId) => current(fieldId)?.id ?? []))],
  }));
  const placed = new Set([...known.map((fieldId) => current(fieldId)?.id), ...groups.flatMap((group) => group.fieldIds)]);
  const young = type.fields.filter((field) => !placed.has(field.id) && !field.internal && field.id !== "name");
  return {
    ...layout,
    groups: layout.isFirst ? withYoung(groups, young) : groups,
    filter: layout.filter && fittingFilter(layout.filter, (fieldId) => current(fieldId)?.id ?? fieldId),
  };
}

/** Compares template names while both have one, since the group may be stored in another language. */
const isIn = (field: Field, { title, presets }: LayoutGroup): boolean => {
  const [ofField, ofGroup] = [field.presets?.["group"], presets?.["title"]];
  return ofField !== undefined && ofGroup !== undefined ? ofField === ofGroup : title === (field.group ?? "");
};

function withYoung(groups: readonly LayoutGroup[], young: readonly Field[]): LayoutGroup[] {
  if (young.length === 0) return [...groups];
  if (groups.length === 0) return groupsOf(young);
  const placeOf = (field: Field) => {
    const named = groups.findIndex((group) => isIn(field, group));
    return named === -1 ? groups.length - 1 : named;
  };
  return groups.map((group, at) => ({
    ...group,
    fieldIds: [...group.fieldIds, ...young.filter((field) => placeOf(field) === at).map((field) => field.id)],
  }));
}

const fittingFilter = (filter: Filter, currentId: (fieldId: string) => string): Filter =>
  "all" in filter
    ? { all: filter.all.map((part) => fittingFilter(part, currentId)) }
    : "any" in filter
      ? { any: filter.any.map((part) => fittingFilter(part, currentId)) }
      : { ...filter, fieldId: currentId(filter.fieldId) };

/** Problems of a layout for its type: path → catalogue key. Pure, so the editor can check too. */
export function checkLayout(
  { groups, filter, roleIds }: Pick<LayoutDraft, "groups" | "filter" | "roleIds">,
  type: CardType,
  isFirst: boolean,
): Record<string, string> {
  const errors: Record<string, string> = {};
  const ids = new Set<string>();
  const placed = new Set<string>();
  for (const [at, group] of groups.entries()) {
    if (ids.has(group.id)) errors[`groups.${at}.id`] = "validation.unique";
    ids.add(group.id);
    for (const fieldId of group.fieldIds) {
      if (!type.fields.some((field) => field.id === fieldId)) errors[`groups.${at}.fieldIds`] = "validation.unknownField";
      else if (placed.has(fieldId)) errors[`groups.${at}.fieldIds`] = "validation.unique";
      placed.add(fieldId);
    }
  }
  if (isFirst && filter !== null) errors["filter"] = "validation.firstLayout";
  if (isFirst && roleIds.length > 0) errors["roleIds"] = "validation.firstLayout";
  if (filter && !isFilterOf(filter, type)) errors["filter"] = "validation.operator";
  return errors;
}

function isFilterOf(filter: Filter, type: CardType): boolean {
  if ("all" in filter) return filter.all.every((part) => isFilterOf(part, type));
  if ("any" in filter) return filter.any.every((part) => isFilterOf(part, type));
  if (computedColumns.some((column) => column === filter.fieldId)) return true;
  const field = type.fields.find((candidate) => candidate.id === filter.fieldId);
  return field !== undefined && definitionOf(field.type).operators.includes(filter.operator);
}
