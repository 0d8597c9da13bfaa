import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Field } from "@kartis/core/cards/schema.ts";

const isIPhone = /iP(hone|od)/.test(navigator.userAgent);

/** Phone keyboard for the field. An iPhone's decimal keys have no minus, so they are only for amounts that cannot be negative. */
export function keyboardOf({ type, min = -1 }: Pick<Field, "type" | "min">) {
  const { keys } = fieldTraits[type];
  if (!keys) return {};
  return {
    inputMode: keys === "decimal" && isIPhone && min < 0 ? ("text" as const) : keys,
    autoCapitalize: "none",
    autoCorrect: "off",
    spellCheck: "false" as const,
  };
}
