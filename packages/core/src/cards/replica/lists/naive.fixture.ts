import { type Comparable, comparableValue } from "../../matches.ts";
import type { Card, CardType } from "../../schema.ts";
import type { Sort } from "../../query/schema.ts";

/**
 * The order of a list, written as plainly as possible and without SQL: options by their place, empty ones last in either direction, ids in the direction of the
 * last key.
 */
export function inOrder(cards: readonly Card[], sort: readonly Sort[], type: CardType): Card[] {
  const key = (card: Card, fieldId: string): Comparable | undefined => {
    const field = type.fields.find((candidate) => candidate.id === fieldId);
    const value = comparableValue(card, fieldId, type);
    if (value === undefined || typeof value === "object") return undefined;
    if (field && (field.type === "singleSelect" || field.type === "radio")) {
      const rank = field.options.findIndex((option) => option.id === value);
      return rank === -1 ? undefined : rank;
    }
    return value;
  };
  const compare = (a: Comparable, b: Comparable) =>
    typeof a === "number" && typeof b === "number" ? a - b : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
  return cards.toSorted((a, b) => {
    for (const { fieldId, direction } of sort) {
      const [left, right] = [key(a, fieldId), key(b, fieldId)];
      if (left === right) continue;
      if (left === undefined) return 1;
      if (right === undefined) return -1;
      const order = compare(left, right);
      if (order !== 0) return direction === "asc" ? order : -order;
    }
    const order = compare(a.id, b.id);
    return (sort.at(-1)?.direction ?? "desc") === "asc" ? order : -order;
  });
}
