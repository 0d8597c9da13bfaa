import { KartisError } from "../kernel/error.ts";
import { isId, type CardId, type CardTypeId, type OrgId } from "../kernel/id.ts";
import { type Scope, seenIn } from "../kernel/scope.ts";
import { cardEntity, cardTypeEntity, shardOf } from "./entity.ts";
import { inScope } from "./replica/scope.ts";
import { type Card, type CardType, CardTypeSchema, type FieldValues } from "./schema.ts";

/** A card with what only its writers need. */
export interface StoredCard extends Card {
  readonly fieldVersions: Readonly<Record<string, number>>;
  /** Field id → the encrypted value. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** What is stored of a card, as ElectroDB gives it. */
interface Item {
  readonly cardId: string;
  readonly typeId: string;
  readonly version: number;
  readonly fields: FieldValues;
  readonly fieldVersions: Readonly<Record<string, number>>;
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly trashedAt?: string | undefined;
  readonly mergedInto?: string | undefined;
}

/** An item of the table as a card. */
export function cardOf(item: Item): StoredCard {
  if (!isId("crd", item.cardId) || !isId("typ", item.typeId)) throw new Error(`Not a card: ${item.cardId}`);
  return {
    id: item.cardId,
    typeId: item.typeId,
    version: item.version,
    fields: item.fields,
    fieldVersions: item.fieldVersions,
    secrets: item.secrets ?? {},
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
    trashedAt: item.trashedAt ?? null,
    ...(isId("crd", item.mergedInto) ? { mergedInto: item.mergedInto } : {}),
  };
}

/** What leaves of a stored card: its writers' bookkeeping stays. */
export const visible = ({ id, typeId, version, fields, createdAt, updatedAt, trashedAt, mergedInto }: Card): Card => ({
  ...(mergedInto ? { mergedInto } : {}),
  id,
  typeId,
  version,
  fields,
  createdAt,
  updatedAt,
  trashedAt,
});

/** The card, strongly consistent; undefined when there is none or the actor may not see it. */
export async function findCard(orgId: OrgId, scope: Scope, cardId: CardId): Promise<StoredCard | undefined> {
  const { data } = await cardEntity()
    .get({ orgId, shard: shardOf(cardId), cardId })
    .go({ consistent: true });
  const card = data ? cardOf(data) : undefined;
  return card && inScope(scope, card) ? card : undefined;
}

/** The cards of these ids, strongly consistent, whoever may see them; those that are not there are left out. */
export async function findCards(orgId: OrgId, cardIds: readonly CardId[]): Promise<Map<CardId, StoredCard>> {
  if (cardIds.length === 0) return new Map();
  const cards = new Map<CardId, StoredCard>();
  let wanted = [...new Set(cardIds)].map((cardId) => ({ orgId, shard: shardOf(cardId), cardId }));
  while (wanted.length > 0) {
    const { data, unprocessed } = await cardEntity().get(wanted).go({ consistent: true, concurrent: 2 });
    for (const card of data.map(cardOf)) cards.set(card.id, card);
    const left = new Set(unprocessed.map((key) => String(key["cardId"])));
    wanted = wanted.filter(({ cardId }) => left.has(cardId));
  }
  return cards;
}

/** The card, strongly consistent. Throws as `requireReached`. */
export const getCard = async (orgId: OrgId, scope: Scope, cardId: CardId): Promise<StoredCard> =>
  requireReached(scope, await findCard(orgId, seenIn(scope), cardId));

/**
 * The card, where the right that the scope is of reaches it. Throws NOT_FOUND otherwise, since what is not there and what may not be seen are not told apart;
 * NO_PERMISSION, naming it, for one that the actor sees all the same.
 */
export function requireReached(scope: Scope, card: StoredCard | undefined): StoredCard {
  if (card && inScope(scope, card)) return card;
  if (!card || !inScope(seenIn(scope), card)) throw new KartisError("NOT_FOUND");
  throw new KartisError("NO_PERMISSION", { messageKey: "errors.cardReadOnly", params: { name: nameOf(card) } });
}

/** What the card is called, where it is called anything. */
export function nameOf({ fields: { name } }: Pick<Card, "fields">): string {
  return typeof name === "string" ? name : "";
}

/** These cards, strongly consistent, in this order; what is gone is left out. For the system, which sees everything. */
export async function readCards(orgId: OrgId, cardIds: readonly CardId[]): Promise<StoredCard[]> {
  if (cardIds.length === 0) return [];
  const { data } = await cardEntity()
    .get(cardIds.map((cardId) => ({ orgId, shard: shardOf(cardId), cardId })))
    .go({ consistent: true, concurrent: 4 });
  const byId = new Map(data.map((item) => [item.cardId, cardOf(item)]));
  return cardIds.flatMap((cardId) => byId.get(cardId) ?? []);
}

/** Parsed definitions by type and version: a version never changes, and parsing one costs as much as the read. */
const parsed = new Map<string, CardType>();
const parsedLimit = 500;

/** The card type, strongly consistent. Throws NOT_FOUND. */
export async function getCardType(orgId: OrgId, typeId: CardTypeId): Promise<CardType> {
  const { data } = await cardTypeEntity().get({ orgId, kind: "type", typeId }).go({ consistent: true });
  if (!data) throw new KartisError("NOT_FOUND");
  const key = `${orgId} ${typeId} ${data.version}`;
  const known = parsed.get(key);
  if (known) return known;
  if (parsed.size >= parsedLimit) parsed.clear();
  const type = CardTypeSchema.parse(data.definition);
  parsed.set(key, type);
  return type;
}
