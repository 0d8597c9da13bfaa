import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import { beforeId, count, countId, relatedId, relatedTypes } from "@kartis/core/automations/conditions/subject.ts";
import { computedColumns, type CardType, type Field } from "@kartis/core/cards/schema.ts";
import type { Translate } from "@kartis/i18n/translate.ts";
import { useMemo } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { filterFieldsOf } from "../../cards/filters/filter-fields.ts";
import { figureFieldsOf } from "../../cards/figures.ts";
import { useCardTypes } from "../../records/card-types.ts";

/** A type's own fields, without figures of activities. */
const ownFields = (type: CardType | undefined, t: Translate): Field[] =>
  filterFieldsOf(type, t).filter(
    ({ id }) => type?.fields.some((field) => field.id === id) || computedColumns.some((column) => column === id),
  );

const isComparable = ({ type }: Field): boolean => !fieldTraits[type].secret;

/**
 * What conditions can be about: the card's own fields and figures of its activities, their values before the event, and related cards.
 * @param hasBefore whether the trigger is a change, which has values before
 * @param isRead for conditions that are there: also figures that this person could not choose
 */
export function useConditionFields(type: CardType | undefined, hasBefore: boolean, isRead = false): readonly Field[] {
  const t = useT();
  const { types } = useCardTypes();
  return useMemo(() => {
    const before = (type?.fields ?? []).filter((field) => hasBefore && !field.internal && isComparable(field));
    const others = type ? relatedTypes(type, types ?? []) : [];
    return [
      ...ownFields(type, t),
      ...figureFieldsOf(t, isRead),
      ...before.map((field) => ({
        ...field,
        id: beforeId(field.id),
        label: t("automations.conditions.before", { field: field.label }),
      })),
      ...others.flatMap((other) => [
        { ...count, id: countId(other.id), label: t("automations.conditions.count", { types: other.pluralName }) },
        ...ownFields(other, t)
          .filter(isComparable)
          .map((field) => ({
            ...field,
            id: relatedId(other.id, field.id),
            label: t("automations.conditions.related", { type: other.name, field: field.label }),
          })),
      ]),
    ];
  }, [type, types, hasBefore, isRead, t]);
}
