import type { FieldDefinition } from "../field.ts";
import { currency } from "./currency.ts";

/** Accountants write negative amounts in parentheses, with the currency inside or outside them. */
const negative = /^([^()\d]*)\(([^()]+)\)([^()\d]*)$/;

/** Like `currency`, and `(5)` is read as -5. */
export const accounting: FieldDefinition<number> = {
  ...currency,
  fromText(text, settings) {
    const [, before = "", amount = "", after = ""] = negative.exec(text.trim()) ?? [];
    const isOwed = amount !== "" && !/[-\u2212]/.test(text);
    return currency.fromText(isOwed ? `-${`${before}${amount}${after}`.trim()}` : text, settings);
  },
};
