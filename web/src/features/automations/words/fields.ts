import { computedColumns, type CardType, type Field } from "@kartis/core/cards/schema.ts";
import type { Translate } from "@kartis/i18n/translate.ts";
import { filterFieldsOf } from "../../cards/filters/filter-fields.ts";

/** The fields that an automation's conditions can ask about: the card's own, without figures that are counted for whoever looks. */
export const automationFields = (type: CardType | undefined, t: Translate): Field[] =>
  filterFieldsOf(type, t).filter(
    ({ id }) => type?.fields.some((field) => field.id === id) || computedColumns.some((column) => column === id),
  );
