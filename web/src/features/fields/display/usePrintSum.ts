import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Field } from "@kartis/core/cards/schema.ts";
import { useFormat } from "../../../lib/i18n.tsx";
import { currencyOf } from "../values.ts";

/**
 * A sum as the field's values are shown. An average has the digits of its currency, numbers have two at most; `compact` is for where there is
 * little room.
 */
export function usePrintSum(): (field: Field, value: number, style?: "average" | "compact") => string {
  const format = useFormat();
  return (field, value, style) => {
    const currency = currencyOf(field);
    if (fieldTraits[field.type].settings.includes("currency")) {
      return format.money(Math.round(value), currency, { whole: style !== "average", compact: style === "compact" });
    }
    return format.number(value, style === "compact" ? { notation: "compact" } : { maximumFractionDigits: 2 });
  };
}
