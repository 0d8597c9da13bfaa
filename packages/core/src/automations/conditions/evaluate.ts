import { matches, type Matchable } from "../../cards/matches.ts";
import type { CardFigures } from "../../cards/figures/schema.ts";
import type { Filter } from "../../cards/query/schema.ts";
import type { CardType, FieldValues } from "../../cards/schema.ts";
import type { CardTypeId } from "../../kernel/id.ts";
import { settled, type SettledBy } from "./settle.ts";
import { count, figures, subjectOf } from "./subject.ts";

/** Related cards of one type. */
export interface RelatedCards {
  readonly type: CardType;
  /** All of them, or as many as were read. */
  readonly cards: readonly Matchable[];
  readonly total: number;
}

/** Everything that conditions are evaluated against. */
export interface Facts extends SettledBy {
  readonly card: Matchable;
  readonly type: CardType;
  /** The card's values before the event; null if no change started the run. */
  readonly before: FieldValues | null;
  /** Those of the activities in the publisher's sight; null unless the conditions name one. */
  readonly figures: CardFigures | null;
  /** Those in the publisher's scope, for the types that the conditions name. */
  readonly related: ReadonlyMap<CardTypeId, RelatedCards>;
}

/** The card's values before a change of these: what the change did not touch is as it is now. */
export const valuesBefore = (now: FieldValues, before: Readonly<Record<string, unknown>>): FieldValues =>
  Object.fromEntries(Object.entries({ ...now, ...before }).filter(([, value]) => value !== null));

/** Whether the conditions are met. Pure: it depends on nothing but the facts, so that past states can be evaluated too. */
export function holds(filter: Filter, facts: Facts): boolean {
  if ("all" in filter) return filter.all.every((part) => holds(part, facts));
  if ("any" in filter) return filter.any.some((part) => holds(part, facts));
  const subject = subjectOf(filter.fieldId);
  const condition = settled(filter, facts);
  if (subject.of === "card") return matches(condition, facts.card, facts.type);
  if (subject.of === "figure") {
    const value = facts.figures?.[subject.fieldId];
    const counted = { ...facts.card, fields: value === null || value === undefined ? {} : { [subject.fieldId]: value } };
    return matches(condition, counted, { ...facts.type, fields: figures });
  }
  if (subject.of === "before")
    return (
      facts.before !== null &&
      matches({ ...condition, fieldId: subject.fieldId }, { ...facts.card, fields: facts.before }, facts.type)
    );
  const related = facts.related.get(subject.typeId);
  if (subject.of === "count") {
    const counted = { ...facts.card, fields: { [count.id]: related?.total ?? 0 } };
    return matches({ ...condition, fieldId: count.id }, counted, { ...facts.type, fields: [count] });
  }
  return related?.cards.some((card) => matches({ ...condition, fieldId: subject.fieldId }, card, related.type)) ?? false;
}
