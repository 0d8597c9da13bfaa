import type { FieldContext } from "../cards/rules.ts";
import type { CardType, FieldValues } from "../cards/schema.ts";
import { dialled } from "./senders.ts";

export interface SmsNumber {
  /** E.164. */
  readonly phone: string;
  /** The name of its field. */
  readonly label: string;
}

/** The card's numbers that can receive SMS, each once, in the order of its fields. Pure. */
export function smsNumbersOf({ fields }: Pick<CardType, "fields">, values: FieldValues, settings: FieldContext): SmsNumber[] {
  const found = fields.flatMap(({ id, type, label }) => {
    const value = type === "phone" ? values[id] : undefined;
    const phone = typeof value === "string" ? dialled(value, { options: [], ...settings }) : undefined;
    return phone ? [{ phone, label }] : [];
  });
  return [...new Map(found.toReversed().map((one) => [one.phone, one])).values()].toReversed();
}
