import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Field } from "@kartis/core/cards/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { optionOf } from "../../fields/values.ts";
import { useNameOf } from "../../people/people.ts";
import type { LaneValue } from "./lanes.ts";

/** Name of a lane. */
export function useLaneName(field: Field): (value: LaneValue) => string {
  const t = useT();
  const nameOf = useNameOf();
  return (value) => {
    if (value === null) return t("cards.noValue");
    if (fieldTraits[field.type].choices === "people") return nameOf(value);
    return optionOf(field, value)?.label ?? t("cards.noValue");
  };
}
