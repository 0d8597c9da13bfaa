import type { Card } from "@kartis/core/cards/schema.ts";
import { useCardTypes } from "../../records/card-types.ts";

/** Contact values of the card: those of its fields of that type, in order, without duplicates. */
export function useReach(card: Card | undefined, by: "email" | "phone"): readonly string[] {
  const { types } = useCardTypes();
  const fields = types?.find(({ id }) => id === card?.typeId)?.fields ?? [];
  const values = fields.filter(({ type }) => type === by).map(({ id }) => card?.fields[id]);
  return [...new Set(values.filter((value): value is string => typeof value === "string" && value !== ""))];
}
