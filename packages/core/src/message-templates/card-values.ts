import { formatter } from "@kartis/i18n/format.ts";
import type { Language } from "@kartis/i18n/languages.ts";
import { definitionOf } from "../cards/fields/registry.ts";
import { isEmpty } from "../cards/fields/field.ts";
import type { findCards, getCardType, inScope } from "../cards/index.ts";
import { type FieldContext, settingsOf } from "../cards/rules.ts";
import type { Card, CardType, Field } from "../cards/schema.ts";
import { type CardId, isId, type OrgId } from "../kernel/id.ts";
import { inWords } from "../kernel/preset-names.ts";
import type { Scope } from "../kernel/scope.ts";
import { namesOf } from "../organizations/index.ts";
import { wordsOf } from "../words.ts";
import type { TemplateValues } from "./values.ts";
import { cardVariables } from "./variables.ts";

/** How cards are read: given, so that what only sends mails comes without everything else that cards can do. */
export interface CardReads {
  readonly findCards: typeof findCards;
  readonly getCardType: typeof getCardType;
  readonly inScope: typeof inScope;
}

/** For whom values are written. */
export interface WrittenFor {
  readonly language: Language;
  readonly timeZone: string;
  readonly settings: FieldContext;
  /** Of which related cards the names may be written. */
  readonly cardScope: Scope;
  readonly cards: CardReads;
}

/** What a text can say of the card that it is about. */
export interface AboutCard {
  /** By which the organization's own text for cards of a type is chosen. */
  readonly cardTypeId: string | null;
  readonly values: TemplateValues;
}

const nothing: AboutCard = { cardTypeId: null, values: {} };

/**
 * What the reader of a mail learns of the card it is about: nothing of one that the scope does not cover, that is in the trash, or where there is none.
 * @param scope where the reader may learn of this card more than of others.
 */
export async function aboutCard(
  orgId: OrgId,
  cardId: CardId | null,
  written: WrittenFor,
  scope: Scope = written.cardScope,
): Promise<AboutCard> {
  const card = cardId && (await presentCards(orgId, [cardId], { ...written, cardScope: scope })).get(cardId);
  if (!card) return nothing;
  const type = await written.cards.getCardType(orgId, card.typeId);
  return { cardTypeId: type.id, values: await cardValues(orgId, card, type, written) };
}

/**
 * A card's values by the paths of `cardVariables`, in the reader's language; null where there is none.
 * @param only the paths that are asked for; without it, all.
 */
export async function cardValues(
  orgId: OrgId,
  card: Card,
  type: CardType,
  written: WrittenFor,
  only?: ReadonlySet<string>,
): Promise<TemplateValues> {
  const { language, settings: context, timeZone } = written;
  const { fields } = inWords(type, await wordsOf(language));
  const paths = new Set(cardVariables(type).map(({ path }) => path));
  const named = fields
    .map((field) => [field.id === "name" ? "card.name" : `card.${field.key}`, field] as const)
    .filter(([path]) => paths.has(path) && (!only || only.has(path)));
  const choosing = (choices: "people" | "cards") =>
    named.flatMap(([, field]) => (definitionOf(field.type).choices === choices ? [field] : []));
  const [people, cards] = await Promise.all([
    choosing("people").length > 0 ? namesOf(orgId) : new Map<string, string>(),
    relatedNames(orgId, card, choosing("cards"), written),
  ]);
  const format = formatter({ language, region: context.region, timeZone });
  const text = (field: Field): string | null => {
    const value = card.fields[field.id];
    if (isEmpty(value)) return null;
    const definition = definitionOf(field.type);
    const settings = settingsOf(field, context);
    const printed = definition.toText(value, settings);
    const listed = Array.isArray(value) ? value.map(String) : [String(value)];
    if (definition.choices === "options")
      return format.list(listed.map((id) => field.options.find((option) => option.id === id)?.label ?? "").filter(Boolean));
    if (definition.choices === "people") return people.get(String(value)) ?? null;
    if (definition.choices === "cards") return format.list(listed.flatMap((id) => cards.get(id) ?? []));
    if (definition.moment === "day") return format.day(printed);
    if (definition.moment === "instant") return format.dateTime(printed);
    if (definition.moment === "time") return format.timeOfDay(printed);
    if (typeof value !== "number") return printed;
    return definition.settings.includes("currency") ? format.money(value, settings.currency) : format.number(value);
  };
  return Object.fromEntries(named.map(([path, field]) => [path, text(field)]));
}

/** The names of the cards that this one is related to by these fields, where the reader may learn them. */
async function relatedNames(
  orgId: OrgId,
  card: Card,
  relations: readonly Field[],
  written: WrittenFor,
): Promise<Map<string, string>> {
  const ids = relations.flatMap((field) => [card.fields[field.id]].flat()).filter((id): id is CardId => isId("crd", id));
  const cards = await presentCards(orgId, ids, written);
  return new Map(
    [...cards].flatMap(
      ([
        id,
        {
          fields: { name },
        },
      ]) => (typeof name === "string" ? [[id, name]] : []),
    ),
  );
}

/** How often a card that was merged into another is followed. */
const mostMerges = 20;

/** The cards that these ids stand for now, by those ids: of a merged one the survivor; without those out of scope and in the trash. By key, since mails have no replica. */
export async function presentCards(
  orgId: OrgId,
  cardIds: readonly CardId[],
  { cardScope, cards }: Pick<WrittenFor, "cardScope" | "cards">,
): Promise<Map<CardId, Card>> {
  const present = new Map<CardId, Card>();
  let wanted = cardIds.map((cardId) => ({ cardId, at: cardId }));
  for (let turn = 0; wanted.length > 0 && turn < mostMerges; turn++) {
    const found = await cards.findCards(
      orgId,
      wanted.map(({ at }) => at),
    );
    wanted = wanted.flatMap(({ cardId, at }) => {
      const card = found.get(at);
      if (card?.mergedInto) return [{ cardId, at: card.mergedInto }];
      if (card && card.trashedAt === null && cards.inScope(cardScope, card)) present.set(cardId, card);
      return [];
    });
  }
  return present;
}
