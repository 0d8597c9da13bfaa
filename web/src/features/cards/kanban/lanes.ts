import type { Card } from "@kartis/core/cards/schema.ts";
import type { CardGroup, Condition, Filter } from "@kartis/core/cards/query/schema.ts";

/** A lane by the value that its cards have; null for those without one. */
export type LaneValue = string | null;

/** The server's answer about a lane. */
export interface LaneAnswer {
  readonly value: LaneValue;
  /** The cards that are here, in the list's order. */
  readonly rows: readonly Card[];
}

export interface LaneCards {
  readonly value: LaneValue;
  readonly cards: readonly Card[];
  readonly count: number;
  readonly sum: number;
}

const valueIn = (card: Card, fieldId: string): LaneValue => {
  const value = card.fields[fieldId];
  return typeof value === "string" && value !== "" ? value : null;
};

const amountIn = (card: Card, sumId: string | undefined): number => {
  const amount = sumId === undefined ? undefined : card.fields[sumId];
  return typeof amount === "number" ? amount : 0;
};

/**
 * Assigns cards to lanes by their current values: a card that was just moved, here or elsewhere, stands at the top of its lane before the server
 * is asked again, and goes back by itself when the move is refused. Counts and sums are the server's with what has moved since.
 */
export function placeCards(
  answers: readonly LaneAnswer[],
  groups: readonly CardGroup[],
  fieldId: string,
  sumId: string | undefined,
): LaneCards[] {
  const lanes = new Set(answers.map(({ value }) => value));
  const standing = new Map<string, LaneValue>();
  for (const { value, rows } of answers) {
    for (const card of rows) if (!standing.has(card.id) || valueIn(card, fieldId) === value) standing.set(card.id, value);
  }
  const seen = new Set<string>();
  const moved: { card: Card; from: LaneValue; to: LaneValue }[] = [];
  for (const { value, rows } of answers) {
    for (const card of rows) {
      const to = valueIn(card, fieldId);
      if (to === value || standing.get(card.id) === to || seen.has(card.id)) continue;
      seen.add(card.id);
      moved.push({ card, from: value, to });
    }
  }
  return answers.map(({ value, rows }) => {
    const group = groups.find((other) => other.value === value);
    const come = moved.filter(({ to }) => to === value || (value === null && !lanes.has(to)));
    const gone = moved.filter(({ from }) => from === value);
    const amount = (list: typeof moved) => list.reduce((sum, { card }) => sum + amountIn(card, sumId), 0);
    return {
      value,
      cards: [...come.map(({ card }) => card), ...rows.filter((card) => valueIn(card, fieldId) === value)],
      count: (group?.count ?? 0) + come.length - gone.length,
      sum: (sumId === undefined ? 0 : (group?.sums[sumId] ?? 0)) + amount(come) - amount(gone),
    };
  });
}

/** Counts and sums as they would be if that card were dropped on the lane of that value; what stands where is as it is until then. */
export function withDragged<Lane extends LaneCards>(
  lanes: readonly Lane[],
  card: Card,
  to: LaneValue,
  fieldId: string,
  sumId: string | undefined,
): Lane[] {
  const from = valueIn(card, fieldId);
  if (from === to) return [...lanes];
  const amount = amountIn(card, sumId);
  const by = (value: LaneValue) => Number(value === to) - Number(value === from);
  return lanes.map((lane) => ({
    ...lane,
    count: lane.count + by(lane.value),
    sum: lane.sum + by(lane.value) * amount,
  }));
}

/** The filter of a board, of one lane. */
export function laneFilter(filter: Filter | undefined, fieldId: string, value: LaneValue): Filter {
  const own: Condition = value === null ? { fieldId, operator: "NOT_EXISTS" } : { fieldId, operator: "EQUAL", value };
  return filter ? { all: [filter, own] } : own;
}
