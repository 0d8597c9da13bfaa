import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import type { Translate } from "@kartis/i18n/translate.ts";
import { figureFieldsOf } from "../figures.ts";

function computed(id: string, label: string, type: Field["type"]): Field {
  return { id, key: id, type, label, options: [], displayed: true, required: false, internal: false };
}

/** Fields that a list can be filtered by: those of the type and the dates of every card; without a type, those that all types share. */
export function filterFieldsOf(type: CardType | undefined, t: Translate): Field[] {
  const dates = [
    computed("createdAt", t("cards.created"), "datetime"),
    computed("updatedAt", t("cards.updated"), "datetime"),
    ...figureFieldsOf(t),
  ];
  if (type) return [...type.fields.filter((field) => !field.internal), ...dates];
  return [computed("name", t("fields.standard.name"), "text"), computed("owner", t("fields.standard.owner"), "user"), ...dates];
}
