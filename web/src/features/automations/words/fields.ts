import { computedColumns, type CardType, type Field } from "@kartis/core/cards/schema.ts";
import type { Translate } from "@kartis/i18n/translate.ts";
import { filterFieldsOf } from "../../cards/filters/filter-fields.ts";

/** Fields available in conditions: the card's own, without figures computed per viewer. */
export const automationFields = (type: CardType | undefined, t: Translate): Field[] =>
  filterFieldsOf(type, t).filter(
    ({ id }) => type?.fields.some((field) => field.id === id) || computedColumns.some((column) => column === id),
  );
