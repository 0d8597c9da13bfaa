import { fieldTraits } from "../cards/fields/traits.ts";
import type { CardType, Field } from "../cards/schema.ts";

/*
 * What texts can say of the cards that a relation field leads to: `related.company.phone` is the phone of the card in the field `company`. Of several cards it is that
 * of the first, in the order of the field, whose type has such a field; `related.company.name` lists the names of all. Pure, shared with the web.
 */

/** A variable with a value of a related card. */
export interface RelatedVariable {
  readonly path: string;
  readonly relation: Field;
  /** Of several types that have such a field, that of the first. */
  readonly field: Field;
}

/** Field keys of the relation and of the related card, as a text names them. */
export interface RelatedPath {
  readonly path: string;
  readonly relation: string;
  readonly key: string;
}

const isRelation = ({ type, internal }: Field): boolean => type === "cardRelation" && !internal;
const isSaid = ({ type, internal }: Field): boolean => !internal && !fieldTraits[type].ofOneCard;
const keyOf = ({ id, key }: Field): string => (id === "name" ? "name" : key);

/** The type's field that texts name so. */
export const saidField = ({ fields }: Pick<CardType, "fields">, key: string): Field | undefined =>
  fields.find((field) => isSaid(field) && keyOf(field) === key);

/** The type's relation field that texts name so. */
export const saidRelation = ({ fields }: Pick<CardType, "fields">, key: string): Field | undefined =>
  fields.find((field) => isRelation(field) && field.key === key);

/** The types of the cards that the field leads to: all of them if it names none. */
export function typesAt({ relation }: Pick<Field, "relation">, types: readonly CardType[]): readonly CardType[] {
  const typeIds: readonly string[] = relation?.typeIds ?? [];
  return typeIds.length === 0 ? types : types.filter(({ id }) => typeIds.includes(id));
}

/** The variables of the cards that cards of the type are related to by its own fields. @param types all of the organization */
export const relatedVariables = (type: Pick<CardType, "fields">, types: readonly CardType[]): readonly RelatedVariable[] =>
  type.fields.filter(isRelation).flatMap((relation) => {
    const byKey = new Map<string, Field>();
    for (const { fields } of typesAt(relation, types))
      for (const field of fields) if (isSaid(field) && !byKey.has(keyOf(field))) byKey.set(keyOf(field), field);
    return [...byKey].map(([key, field]) => ({ path: `related.${relation.key}.${key}`, relation, field }));
  });

/** What the text may name of related cards, each once. */
export const relatedPathsIn = (text: string): readonly RelatedPath[] => [
  ...new Map(
    [...text.matchAll(/\brelated\.(\w+)\.(\w+)/g)].map(([path, relation = "", key = ""]) => [path, { path, relation, key }]),
  ).values(),
];
