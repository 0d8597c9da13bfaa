import type { Field } from "@kartis/core/cards/schema.ts";
import { currencies } from "@kartis/core/kernel/money.ts";
import { useFormat } from "../../../lib/i18n.tsx";
import { fieldTraits } from "./traits.ts";
import { currencyOf } from "./values.ts";

/**
 * A sum as the field's values are shown. An average is of whole units of its currency, numbers have two digits at most; `compact` is for where there is
 * little room.
 */
export function usePrintSum(): (field: Field, value: number, style?: "average" | "compact") => string {
  const format = useFormat();
  return (field, value, style) => {
    const currency = currencyOf(field);
    const unit = 10 ** currencies[currency].digits;
    if (fieldTraits[field.type].control === "money") {
      const amount = style === "average" ? Math.round(value / unit) * unit : value;
      return format.money(amount, currency, { whole: true, compact: style === "compact" });
    }
    return format.number(value, style === "compact" ? { notation: "compact" } : { maximumFractionDigits: 2 });
  };
}
