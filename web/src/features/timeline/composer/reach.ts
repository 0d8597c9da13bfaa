import type { Card } from "@kartis/core/cards/schema.ts";
import { useCardTypes } from "../../cards/types.ts";

/** How the card's people are reached: what its fields of that type hold, in the order of the fields, each once. */
export function useReach(card: Card | undefined, by: "email" | "phone"): readonly string[] {
  const { types } = useCardTypes();
  const fields = types?.find(({ id }) => id === card?.typeId)?.fields ?? [];
  const values = fields.filter(({ type }) => type === by).map(({ id }) => card?.fields[id]);
  return [...new Set(values.filter((value): value is string => typeof value === "string" && value !== ""))];
}
