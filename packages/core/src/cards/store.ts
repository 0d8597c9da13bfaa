import { readItem } from "../data/early-reads.ts";
import { attributesOf } from "../data/entity.ts";
import { untilProcessed } from "../data/unprocessed.ts";
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
  /** Merged cards only: the survivor's own secrets that the merge replaced (`secrets/merged.ts`). */
  readonly displacedSecrets?: Readonly<Record<string, string>> | undefined;
}

/** A stored card, as ElectroDB gives it. */
interface Item {
  readonly cardId: string;
  readonly typeId: string;
  readonly version: number;
  readonly fields: FieldValues;
  readonly fieldVersions: Readonly<Record<string, number>>;
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  readonly displacedSecrets?: Readonly<Record<string, string>> | undefined;
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
    ...(item.displacedSecrets ? { displacedSecrets: item.displacedSecrets } : {}),
  };
}

/** Public part of a stored card, without internal bookkeeping. */
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

const cardKey = (orgId: OrgId, cardId: CardId) =>
  cardEntity()
    .get({ orgId, shard: shardOf(cardId), cardId })
    .params();
const typeKey = (orgId: OrgId, typeId: CardTypeId) => cardTypeEntity().get({ orgId, kind: "type", typeId }).params();

/** The type that each card had when this process last saw it: only good for guessing what to read ahead. */
const lastTypes = new Map<CardId, CardTypeId>();
const lastTypesLimit = 20_000;

function noteType({ id, typeId }: Card): void {
  if (lastTypes.size >= lastTypesLimit) lastTypes.clear();
  lastTypes.set(id, typeId);
}

/** Items that a call with a card or card type in its input reads by key (`Procedure.reads`): the card, and with `type` its type, if that can be guessed. */
export const readsOf =
  (...what: readonly ("card" | "type")[]) =>
  (rawInput: unknown, orgId: OrgId): object[] => {
    const { id, cardId = id, typeId }: { id?: unknown; cardId?: unknown; typeId?: unknown } = Object(rawInput);
    const card = isId("crd", cardId) ? cardId : undefined;
    const type = isId("typ", typeId) ? typeId : card && lastTypes.get(card);
    return [
      ...(what.includes("card") && card ? [cardKey(orgId, card)] : []),
      ...(what.includes("type") && type ? [typeKey(orgId, type)] : []),
    ];
  };

/** The card, strongly consistent; undefined when there is none or the actor may not see it. */
export async function findCard(orgId: OrgId, scope: Scope, cardId: CardId): Promise<StoredCard | undefined> {
  const item = await readItem(cardKey(orgId, cardId));
  const card = item && cardOf(attributesOf(cardEntity(), item));
  if (!card) return undefined;
  noteType(card);
  return inScope(scope, card) ? card : undefined;
}

/** The cards of these ids, strongly consistent, regardless of scope; missing ones are left out. */
export async function findCards(orgId: OrgId, cardIds: readonly CardId[]): Promise<Map<CardId, StoredCard>> {
  const cards = new Map<CardId, StoredCard>();
  const keys = [...new Set(cardIds)].map((cardId) => ({ orgId, shard: shardOf(cardId), cardId }));
  await untilProcessed(keys, async (some) => {
    const { data, unprocessed } = await cardEntity().get(some).go({ consistent: true, concurrent: 2 });
    for (const card of data.map(cardOf)) cards.set(card.id, card);
    const left = new Set(unprocessed.map(({ cardId }) => String(cardId)));
    return some.filter(({ cardId }) => left.has(cardId));
  });
  return cards;
}

/** The card, strongly consistent. Throws as `requireReached`. */
export const getCard = async (orgId: OrgId, scope: Scope, cardId: CardId): Promise<StoredCard> =>
  requireReached(scope, await findCard(orgId, seenIn(scope), cardId));

/**
 * The card, if the permission behind the scope covers it. Throws NOT_FOUND otherwise, so that a missing card and a hidden one cannot be distinguished;
 * NO_PERMISSION, naming it, for one that the actor can see nonetheless.
 */
export function requireReached(scope: Scope, card: StoredCard | undefined): StoredCard {
  if (card && inScope(scope, card)) return card;
  if (!card || !inScope(seenIn(scope), card)) throw new KartisError("NOT_FOUND");
  throw new KartisError("NO_PERMISSION", { messageKey: "errors.cardReadOnly", params: { name: nameOf(card) } });
}

/** The card's name, if it has one. */
export function nameOf({ fields: { name } }: Pick<Card, "fields">): string {
  return typeof name === "string" ? name : "";
}

/** Parsed definitions by type and version: a version never changes, and parsing one costs as much as the read. */
const parsed = new Map<string, CardType>();
const parsedLimit = 500;

/** The card type, strongly consistent. Throws NOT_FOUND. */
export async function getCardType(orgId: OrgId, typeId: CardTypeId): Promise<CardType> {
  const type = await findCardType(orgId, typeId);
  if (!type) throw new KartisError("NOT_FOUND");
  return type;
}

/** The same; undefined for one that was deleted. */
export async function findCardType(orgId: OrgId, typeId: CardTypeId): Promise<CardType | undefined> {
  const item = await readItem(typeKey(orgId, typeId));
  if (!item) return undefined;
  const data = attributesOf(cardTypeEntity(), item);
  const key = `${orgId} ${typeId} ${data.version}`;
  const known = parsed.get(key);
  if (known) return known;
  if (parsed.size >= parsedLimit) parsed.clear();
  const type = CardTypeSchema.parse(data.definition);
  parsed.set(key, type);
  return type;
}
