import { currentUser } from "@kartis/core/views/rules.ts";
import type { Condition, Field } from "@kartis/core/cards/schema.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { fieldTraits } from "../fields/traits.ts";
import { asNumber, asText, currencyOf } from "../fields/values.ts";
import { useCardNames } from "../card-names.ts";
import { useNameOf } from "../members.tsx";
import { arityOf, valuesOf } from "./conditions.ts";

/** A condition's value in a few words: one name, or how many. */
export function useValueText(field: Field): (condition: Condition) => string {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  const cardName = useCardNames();
  const { control } = fieldTraits[field.type];

  function one(value: unknown): string {
    const text = asText(value);
    switch (control) {
      case "person":
        return text === currentUser ? t("cards.me") : nameOf(text);
      case "cards":
        return cardName(text)?.name ?? t("cards.valuesCount", { count: 1 });
      case "select":
      case "tokens":
        return field.options.find((option) => option.id === text)?.label ?? text;
      case "money":
        return format.money(asNumber(value) ?? 0, currencyOf(field), { whole: true });
      case "number":
      case "range":
        return format.number(asNumber(value) ?? 0, { maximumFractionDigits: 10 });
      case "date":
        return format.day(text);
      case "datetime":
        return format.dateTime(text);
      default:
        return text;
    }
  }

  return (condition) => {
    const values = valuesOf(condition);
    if (values.length === 0) return "";
    if (arityOf(condition.operator) === "pair") return values.map(one).join(" – ");
    const [first] = values;
    if (values.length === 1) return one(first);
    return control === "person"
      ? t("cards.peopleCount", { count: values.length })
      : t("cards.valuesCount", { count: values.length });
  };
}
