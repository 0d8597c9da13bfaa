import type { Operator } from "@kartis/core/cards/fields/field.ts";
import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import type { Translate } from "@kartis/i18n/translate.ts";
import type { Control } from "../fields/traits.ts";

function computed(id: string, label: string, type: Field["type"]): Field {
  return { id, key: id, type, label, options: [], displayed: true, required: false, internal: false };
}

/** What a list can be filtered by: the type's fields and the dates of every card; without a type what all types share. */
export function filterFieldsOf(type: CardType | undefined, t: Translate): Field[] {
  const dates = [computed("createdAt", t("cards.created"), "datetime"), computed("updatedAt", t("cards.updated"), "datetime")];
  if (type) return [...type.fields.filter((field) => !field.internal), ...dates];
  return [computed("name", t("fields.standard.name"), "text"), computed("owner", t("fields.standard.owner"), "user"), ...dates];
}

const first: Partial<Record<Control, Operator>> = {
  select: "IN",
  tokens: "IN",
  person: "IN",
  cards: "IN",
  checkbox: "TRUE",
  number: "GREATER_THAN",
  range: "GREATER_THAN",
  money: "GREATER_THAN",
  date: "GREATER_THAN",
  datetime: "GREATER_THAN",
  time: "GREATER_THAN",
  color: "EQUAL",
};

/** The operator that a new filter most likely wants. */
export const firstOperator = (control: Control): Operator => first[control] ?? "CONTAINS";

export const isChosen = (control: Control): boolean =>
  control === "select" || control === "tokens" || control === "person" || control === "cards";
