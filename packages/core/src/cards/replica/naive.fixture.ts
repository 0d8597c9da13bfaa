import { definitionOf } from "../fields/registry.ts";
import type { Card, CardType, Condition, Filter, Sort } from "../schema.ts";
import { fold } from "./fold.ts";

/** What a filter means, said as plainly as can be and without SQL: the oracle for the compiled one. */
export function matches(filter: Filter, card: Card, type: CardType): boolean {
  if ("all" in filter) return filter.all.every((part) => matches(part, card, type));
  if ("any" in filter) return filter.any.some((part) => matches(part, card, type));
  return holds(filter, card, type);
}

type Comparable = string | number;

/** Free text is compared folded, all else as it is; a tick is 1. */
function comparable(fieldId: string, type: CardType, raw: unknown): Comparable | readonly string[] | undefined {
  if (raw === undefined || raw === null) return undefined;
  const field = type.fields.find((candidate) => candidate.id === fieldId);
  if (!field) return typeof raw === "string" ? raw : undefined;
  if (field.type === "file" || field.type === "image")
    // A filter's value is a part of a name; a card's are files.
    return fold(Array.isArray(raw) ? raw.map((file: { name: string }) => file.name).join("\n") : String(raw));
  if (Array.isArray(raw)) return raw.map(String);
  if (field.type === "checkbox") return raw === true ? 1 : 0;
  if (typeof raw === "number") return raw;
  const text = typeof raw === "string" ? raw : definitionOf(field.type).toText(raw, { options: [], currency: "USD", region: "" });
  return ["text", "textarea", "email", "phone", "url", "link"].includes(field.type) ? fold(text) : text;
}

const valueOf = (card: Card, fieldId: string, type: CardType) =>
  comparable(
    fieldId,
    type,
    fieldId === "createdAt" ? card.createdAt : fieldId === "updatedAt" ? card.updatedAt : card.fields[fieldId],
  );

function holds({ fieldId, operator, value }: Condition, card: Card, type: CardType): boolean {
  const own = valueOf(card, fieldId, type);
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

/** The order of a list, likewise: options by their place, empty ones last either way, ids in the direction of the last key. */
export function inOrder(cards: readonly Card[], sort: readonly Sort[], type: CardType): Card[] {
  const key = (card: Card, fieldId: string): Comparable | undefined => {
    const field = type.fields.find((candidate) => candidate.id === fieldId);
    const value = valueOf(card, fieldId, type);
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
