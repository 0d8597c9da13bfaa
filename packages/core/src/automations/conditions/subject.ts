import { figureFields, type FigureId, isFigure } from "../../cards/figures/schema.ts";
import type { Condition, Filter } from "../../cards/query/schema.ts";
import type { CardType, Field } from "../../cards/schema.ts";
import { isId } from "../../kernel/id-form.ts";
import type { CardTypeId } from "../../kernel/id.ts";

/*
 * What a condition of an automation is about, by its field id: `status` is the card's own field, `openTasks` a figure of its activities, `before:status` the value before the event, `related:typ_…` the
 * number of related cards of a type, and `related:typ_…:status` a field that at least one of them has. Pure, shared with the web.
 */

export type ConditionSubject =
  | { readonly of: "card"; readonly fieldId: string }
  | { readonly of: "figure"; readonly fieldId: FigureId }
  | { readonly of: "before"; readonly fieldId: string }
  | { readonly of: "count"; readonly typeId: CardTypeId }
  | { readonly of: "related"; readonly typeId: CardTypeId; readonly fieldId: string };

export function subjectOf(fieldId: string): ConditionSubject {
  const [kind, second = "", ...rest] = fieldId.split(":");
  if (kind === "before" && second !== "") return { of: "before", fieldId: second };
  if (kind === "related" && isId("typ", second))
    return rest.length === 0 ? { of: "count", typeId: second } : { of: "related", typeId: second, fieldId: rest.join(":") };
  return isFigure(fieldId) ? { of: "figure", fieldId } : { of: "card", fieldId };
}

export const beforeId = (fieldId: string): string => `before:${fieldId}`;
export const countId = (typeId: CardTypeId): string => `related:${typeId}`;
export const relatedId = (typeId: CardTypeId, fieldId: string): string => `related:${typeId}:${fieldId}`;

/** All conditions, however nested. */
export const conditionsIn = (filter: Filter): readonly Condition[] =>
  "all" in filter ? filter.all.flatMap(conditionsIn) : "any" in filter ? filter.any.flatMap(conditionsIn) : [filter];

/** The types of related cards that the conditions are about. */
export const relatedTypesIn = (filters: readonly Filter[]): readonly CardTypeId[] => [
  ...new Set(
    filters.flatMap(conditionsIn).flatMap(({ fieldId }) => {
      const subject = subjectOf(fieldId);
      return subject.of === "count" || subject.of === "related" ? [subject.typeId] : [];
    }),
  ),
];

const namesType = (field: Field, typeId: CardTypeId): boolean =>
  field.type === "cardRelation" &&
  !field.internal &&
  (!field.relation || field.relation.typeIds.length === 0 || field.relation.typeIds.includes(typeId));

/** The types whose cards can be related to cards of the type, in either direction. */
export const relatedTypes = (type: CardType, types: readonly CardType[]): readonly CardType[] =>
  types.filter(
    (other) => type.fields.some((field) => namesType(field, other.id)) || other.fields.some((field) => namesType(field, type.id)),
  );

const computed = (id: string, type: Field["type"]): Field => ({
  id,
  key: id,
  type,
  label: "",
  options: [],
  displayed: true,
  required: false,
  internal: false,
});

/** The number of related cards, as a field. */
export const count = computed("count", "number");

/** The figures of a card's activities, as fields. */
export const figures = figureFields.map(({ id, type }) => computed(id, type));

/** Whether conditions are about the card's activities. */
export const namesFigures = (filter: Filter): boolean => conditionsIn(filter).some(({ fieldId }) => isFigure(fieldId));
