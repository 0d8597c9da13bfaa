import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import { currentUser } from "@kartis/core/views/rules.ts";
import type { Field } from "@kartis/core/cards/schema.ts";
import type { Condition } from "@kartis/core/cards/query/schema.ts";
import { use } from "react";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { screenOf } from "../../fields/screens.ts";
import { asText, optionOf } from "../../fields/values.ts";
import { useCardNames } from "../../records/card-names.ts";
import { useNameOf } from "../../people/people.ts";
import { arityOf, valuesOf } from "./conditions.ts";
import { SpecialPeople } from "./special-people.ts";
import { daysFromToday } from "@kartis/core/cards/query/relative-days.ts";

/** A condition's value in a few words: one name, or how many. */
export function useValueText(field: Field): (condition: Condition) => string {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  const cardName = useCardNames();
  const special = use(SpecialPeople) ?? [{ id: currentUser, label: t("cards.me") }];
  const { choices, moment } = fieldTraits[field.type];

  function one(value: unknown, index?: number): string {
    const text = asText(value);
    if (choices === "people") return special.find(({ id }) => id === text)?.label ?? nameOf(text);
    if (choices === "cards") return cardName(text)?.name ?? t("cards.valuesCount", { count: 1 });
    if (choices === "options") return optionOf(field, text)?.label ?? text;
    const days = daysFromToday(value);
    // A span of instants ends where the day after its last one begins.
    if (days !== undefined) return format.inDays(moment === "instant" && index === 1 ? days - 1 : days);
    return screenOf(field.type).print?.(value, field, format) ?? text;
  }

  return (condition) => {
    const values = valuesOf(condition);
    if (values.length === 0) return "";
    if (arityOf(condition.operator) === "pair") {
      const [from, to] = values.map(one);
      return from === to ? (from ?? "") : `${from} – ${to}`;
    }
    const [first] = values;
    if (values.length === 1) return one(first);
    return choices === "people"
      ? t("cards.peopleCount", { count: values.length })
      : t("cards.valuesCount", { count: values.length });
  };
}
