import { formatter } from "@kartis/i18n/format.ts";
import type { Language } from "@kartis/i18n/languages.ts";
import { cardTypesOf, findCards, getCardType, inScope } from "../../cards/index.ts";
import type { FieldContext } from "../../cards/rules.ts";
import type { Card, CardType, Field } from "../../cards/schema.ts";
import { KartisError } from "../../kernel/error.ts";
import { type CardId, type CardTypeId, isId, type OrgId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { presentCards, type TemplateValues, valuesOfCard } from "../../message-templates/index.ts";
import { nameOf } from "../actions/definition.ts";
import { type RelatedPath, relatedPathsIn, saidField, saidRelation, typesAt } from "../related-variables.ts";

/** The cards in a relation field, in its order, as far as they are in scope and not in the trash. */
export type RelatedReader = (card: Card, relation: Field) => Promise<readonly Card[]>;

interface WrittenFor {
  readonly orgId: OrgId;
  readonly language: Language;
  readonly timeZone: string;
  readonly settings: FieldContext;
  readonly cardScope: Scope;
}

const cards = { findCards, getCardType, inScope };

/** The values of related cards that the template names, by path; nothing is read if it names none. @param read by default, the cards as they are now */
export async function relatedValues(
  template: string,
  card: Card,
  type: CardType,
  { orgId, ...given }: WrittenFor,
  read: RelatedReader = (of, relation) => presentAt(orgId, of, relation, given.cardScope),
): Promise<TemplateValues> {
  const written = { ...given, cards };
  const values: Record<string, TemplateValues[string]> = {};
  for (const [relation, paths] of byRelation(relatedPathsIn(template), type)) {
    const known = await typesOf(orgId, relation);
    const found = paths.filter(({ key }) => known.some((one) => saidField(one, key)));
    const related = found.length > 0 ? await read(card, relation) : [];
    for (const { path, key } of found) {
      const of = related.flatMap((one) => {
        const its = known.find(({ id }) => id === one.typeId);
        return its && saidField(its, key) ? [{ card: one, type: its }] : [];
      });
      const [first] = of;
      const list = () => formatter({ ...given, region: given.settings.region }).list(of.map((one) => nameOf(one.card)));
      if (!first) values[path] = null;
      else if (key === "name") values[path] = list();
      else {
        const own = `card.${key}`;
        values[path] = (await valuesOfCard(orgId, first.card, first.type, written, new Set([own])))[own] ?? null;
      }
    }
  }
  return values;
}

function byRelation(paths: readonly RelatedPath[], type: CardType): ReadonlyMap<Field, readonly RelatedPath[]> {
  const by = new Map<Field, readonly RelatedPath[]>();
  for (const path of paths) {
    const relation = saidRelation(type, path.relation);
    if (relation) by.set(relation, [...(by.get(relation) ?? []), path]);
  }
  return by;
}

async function typesOf(orgId: OrgId, relation: Field): Promise<readonly CardType[]> {
  const typeIds = relation.relation?.typeIds ?? [];
  if (typeIds.length === 0) return typesAt(relation, await cardTypesOf(orgId));
  const found = await Promise.all(typeIds.map((typeId) => presentType(orgId, typeId)));
  return found.flatMap((type) => type ?? []);
}

async function presentType(orgId: OrgId, typeId: CardTypeId): Promise<CardType | undefined> {
  try {
    return await getCardType(orgId, typeId);
  } catch (error) {
    if (error instanceof KartisError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
}

async function presentAt(orgId: OrgId, card: Card, relation: Field, cardScope: Scope): Promise<readonly Card[]> {
  const value = card.fields[relation.id];
  const ids = [value].flat().filter((id): id is CardId => isId("crd", id));
  const present = await presentCards(orgId, ids, { cardScope, cards });
  const inOrder = ids.flatMap((id) => present.get(id) ?? []);
  // Two may have become one.
  return [...new Map(inOrder.map((one) => [one.id, one])).values()];
}
