import { definitionOf } from "../fields/registry.ts";
import { isEmpty, isSame } from "../rules.ts";
import type { CardType, Field, FieldValues } from "../schema.ts";

/* How merging and unmerging combine cards' values. Pure: the browser computes the preview by the same rules. */

/** Field id → the card whose value is taken; `unite` takes the union of all lists. */
export type MergeChoices = Readonly<Record<string, string>>;
export const unite = "unite";

export interface MergedCard {
  readonly id: string;
  readonly fields: FieldValues;
}

/** Stored with the record of a merge: enough to undo it. */
export interface MergeDetails {
  /** Field id → the cards its value came from; none where no card had one. */
  readonly sources: Readonly<Record<string, readonly string[]>>;
  /** The values of each card before, the survivor's first. */
  readonly cards: readonly MergedCard[];
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** True for fields that hold several values, which can be put together. */
export const canUnite = (field: Field): boolean => definitionOf(field.type).column === "set" && field.relation?.many !== false;

/** Fields in which the cards differ, where there is something to choose. Of secrets only the marks are known, and equal marks do not make equal secrets. */
export const differing = (type: CardType, cards: readonly MergedCard[]): Field[] =>
  type.fields.filter(({ id, type: fieldType }) =>
    definitionOf(fieldType).secret
      ? cards.some((card) => !isEmpty(card.fields[id]))
      : cards.some((card) => !isSame(card.fields[id], cards[0]?.fields[id])),
  );

/** The default: the union of lists; else the survivor's value, or the first that there is. */
export function defaultChoice(field: Field, cards: readonly MergedCard[]): string {
  if (canUnite(field)) return unite;
  return (cards.find((card) => !isEmpty(card.fields[field.id])) ?? cards[0])?.id ?? "";
}

/** The survivor's values after the merge, and where each came from. `cards` begins with the survivor. */
export function mergeFields(
  type: CardType,
  cards: readonly MergedCard[],
  choices: MergeChoices,
): { fields: FieldValues; sources: Record<string, string[]> } {
  const ids = new Set(cards.map(({ id }) => id));
  const fields: Record<string, unknown> = {};
  const sources: Record<string, string[]> = {};
  for (const field of type.fields) {
    const choice = choices[field.id] ?? defaultChoice(field, cards);
    const chosen = choice === unite && canUnite(field) ? cards : cards.filter(({ id }) => id === choice);
    const having = chosen.filter((card) => !isEmpty(card.fields[field.id]));
    if (having.length === 0) continue;
    sources[field.id] = having.map(({ id }) => id);
    // A card cannot relate to itself, as it would by naming one of those it was merged with.
    fields[field.id] = canUnite(field)
      ? [...new Set(having.flatMap((card) => listOf(card.fields[field.id])))].filter((value) => !ids.has(String(value)))
      : having[0]?.fields[field.id];
  }
  return { fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value))), sources };
}

/** The card that a value edited after the merge goes to on an unmerge, and the reason. */
export interface Attributed {
  readonly fieldId: string;
  readonly value: unknown;
  readonly cardId: string;
  /** It edits the value that came from that card; or it was typed where there was none, and stays. */
  readonly reason: "source" | "typed";
}

/**
 * The values of each card after an unmerge. Values not touched since are as they were before. An edited value goes to the card that the original came from, and
 * stays on the survivor where there was none; in lists, additions stay and removals are applied to every card that had the item. So no current value is lost.
 */
export function unmergeFields(
  { sources, cards }: MergeDetails,
  merged: FieldValues,
  current: FieldValues,
): { cards: MergedCard[]; attributed: Attributed[] } {
  const [survivor] = cards;
  if (!survivor) return { cards: [], attributed: [] };
  const values = new Map(cards.map((card) => [card.id, { ...card.fields }]));
  const attributed: Attributed[] = [];
  const set = (cardId: string, fieldId: string, value: unknown, reason: Attributed["reason"]) => {
    const fields = values.get(cardId);
    if (!fields) return;
    if (isEmpty(value)) delete fields[fieldId];
    else fields[fieldId] = value;
    attributed.push({ fieldId, value: isEmpty(value) ? null : value, cardId, reason });
  };
  for (const fieldId of new Set([...Object.keys(merged), ...Object.keys(current)])) {
    const [was, is] = [merged[fieldId], current[fieldId]];
    if (isSame(was, is)) continue;
    const from = sources[fieldId] ?? [];
    if (from.length > 1) {
      const gone = listOf(was).filter((value) => !listOf(is).includes(value));
      const added = listOf(is).filter((value) => !listOf(was).includes(value));
      for (const cardId of from) {
        const own = listOf(values.get(cardId)?.[fieldId]);
        if (own.some((value) => gone.includes(value)))
          set(
            cardId,
            fieldId,
            own.filter((value) => !gone.includes(value)),
            "source",
          );
      }
      if (added.length > 0)
        set(survivor.id, fieldId, [...new Set([...listOf(values.get(survivor.id)?.[fieldId]), ...added])], "typed");
    } else if (from[0] === undefined || isEmpty(was)) set(survivor.id, fieldId, is, "typed");
    else set(from[0], fieldId, is, "source");
  }
  return { cards: cards.map(({ id }) => ({ id, fields: values.get(id) ?? {} })), attributed };
}
