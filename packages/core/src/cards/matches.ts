import { isFolded } from "./fields/field.ts";
import { definitionOf } from "./fields/registry.ts";
import { fold } from "../kernel/fold.ts";
import type { Card, CardType } from "./schema.ts";
import type { Condition, Filter } from "./query/schema.ts";

/** The parts of a card that a filter looks at. */
export type Matchable = Pick<Card, "fields" | "createdAt" | "updatedAt">;

/**
 * True when the filter selects the card: the meaning of `compileFilter` for one card, without SQL; a property test holds the two equal. Pure, shared with the
 * web. A condition on a field that the type does not have sees no value.
 */
export function matches(filter: Filter, card: Matchable, type: CardType): boolean {
  if ("all" in filter) return filter.all.every((part) => matches(part, card, type));
  if ("any" in filter) return filter.any.some((part) => matches(part, card, type));
  return holds(filter, card, type);
}

export type Comparable = string | number;

/** Free text is compared folded, everything else as it is; a tick is 1. */
function comparable(fieldId: string, type: CardType, raw: unknown): Comparable | readonly string[] | undefined {
  if (raw === undefined || raw === null) return undefined;
  const field = type.fields.find((candidate) => candidate.id === fieldId);
  if (!field) return typeof raw === "string" ? raw : undefined;
  if (field.type === "file" || field.type === "image")
    // The filter's value is part of a name; the card's are files.
    return fold(
      Array.isArray(raw) ? raw.map((file: { name: string }) => file.name).join("\n") : typeof raw === "string" ? raw : "",
    );
  if (Array.isArray(raw)) return raw.map(String);
  if (field.type === "checkbox") return raw === true ? 1 : 0;
  if (typeof raw === "number") return raw;
  const text = typeof raw === "string" ? raw : definitionOf(field.type).toText(raw, { options: [], currency: "USD", region: "" });
  return isFolded(definitionOf(field.type)) ? fold(text) : text;
}

/** The value in the form it is compared in; a date of the card itself by its column's name. */
export const comparableValue = (card: Matchable, fieldId: string, type: CardType) =>
  comparable(
    fieldId,
    type,
    fieldId === "createdAt" ? card.createdAt : fieldId === "updatedAt" ? card.updatedAt : card.fields[fieldId],
  );

function holds({ fieldId, operator, value }: Condition, card: Matchable, type: CardType): boolean {
  const own = comparableValue(card, fieldId, type);
  const set = Array.isArray(own) ? own : undefined;
  const one = (raw: unknown) => comparable(fieldId, type, raw) as Comparable;
  const list = () => (Array.isArray(value) ? value.map(one) : []);
  const among = () => own !== undefined && list().some((each) => (set ? set.includes(each) : own === each));
  const between = () => {
    const [from, to] = list();
    return own !== undefined && from !== undefined && to !== undefined && own >= from && own <= to;
  };
  const contains = () => own !== undefined && (set ? set.includes(one(value)) : String(own).includes(String(one(value))));
  switch (operator) {
    case "EXISTS":
      return own !== undefined;
    case "NOT_EXISTS":
      return own === undefined;
    case "TRUE":
      return own === 1;
    case "FALSE":
      return own !== 1;
    case "EQUAL":
      return set ? set.length === 1 && set[0] === one(value) : own === one(value);
    case "GREATER_THAN":
      return own !== undefined && own >= one(value);
    case "LESS_THAN":
      return own !== undefined && own <= one(value);
    case "BETWEEN":
      return between();
    case "NOT_BETWEEN":
      return !between();
    case "IN":
      return among();
    case "NOT_IN":
      return !among();
    case "CONTAINS":
      return contains();
    case "NOT_CONTAINS":
      return !contains();
  }
}
