import type { CardId, CardTypeId, OrgId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { openReplica } from "../../replicas.ts";
import { type RelatedPlace, relatedPlaces } from "../relations/places.ts";
import type { Card, CardNames } from "../schema.ts";
import type { RelatedGroup } from "../relations/schema.ts";
import { linksOf, namedBy, namesOf, namesOfCards, shownInstead } from "./links.ts";
import { cardsOf, isCardId } from "./rows.ts";
import { scopeSql } from "./scope.ts";
import { type Sql, and } from "../../data/replica/sql.ts";
import { cardTablesOf } from "./tables.ts";

/**
 * The cards related to one, both ways, list by list. Cards that it names come in the order they were chosen, those that name it by name. Cards that the actor
 * does not see or that are in the trash are neither listed nor counted.
 * @param groupId only this list, from `cursor` on
 */
export async function relatedCards(
  orgId: OrgId,
  scope: Scope,
  card: Card,
  { groupId, cursor, limit }: { readonly groupId?: string | undefined; readonly cursor: number; readonly limit: number },
): Promise<{ groups: RelatedGroup[]; related: CardNames }> {
  const replica = await openReplica(orgId);
  const types = cardTablesOf(replica.db).types();
  const type = types.find(({ id }) => id === card.typeId);
  const places = type ? relatedPlaces(type, types).filter(({ id }) => groupId === undefined || id === groupId) : [];
  const visible = and([{ text: "card.trashed_at IS NULL", params: [] }, scopeSql(scope, "card.")]);
  const groups = places.map((place): RelatedGroup => {
    const { from, order } = placeSql(place, card, visible);
    const total = Number(replica.statements.of(`SELECT count(*) AS n FROM ${from.text}`).get(...from.params)?.["n"]);
    const seqs = replica.statements
      .of(`SELECT card.seq FROM ${from.text} ORDER BY ${order} LIMIT ? OFFSET ?`)
      .all(...from.params, limit, cursor);
    const rows = cardsOf(
      replica,
      seqs.map(({ seq }) => Number(seq)),
    );
    const { id, title, presets, direction, field, fieldIds } = place;
    const end = cursor + rows.length;
    return {
      id,
      title,
      ...(presets ? { presets } : {}),
      direction,
      typeId: place.type.id,
      fieldId: field.id,
      fieldIds,
      rows,
      total,
      nextCursor: rows.length > 0 && end < total ? end : null,
    };
  });
  const shown = groups.flatMap((group) => group.rows);
  return {
    groups,
    related: namesOf(
      replica,
      scope,
      shown.map((row) => row.fields),
    ),
  };
}

/** The cards of a type that are related to one, both ways, each once, by name. Without those that the actor does not see and those in the trash. */
export async function cardsRelatedTo(
  orgId: OrgId,
  scope: Scope,
  card: Card,
  { typeId, limit }: { readonly typeId: CardTypeId; readonly limit: number },
): Promise<{ cards: Card[]; total: number }> {
  const replica = await openReplica(orgId);
  const types = cardTablesOf(replica.db).types();
  const type = types.find(({ id }) => id === card.typeId);
  const visible = and([{ text: "card.trashed_at IS NULL AND card.type_id = ?", params: [typeId] }, scopeSql(scope, "card.")]);
  const places = type ? relatedPlaces({ ...type, relationViews: [] }, types) : [];
  const seqs = places.map((place) => placeSql(place, card, visible).from);
  if (seqs.length === 0) return { cards: [], total: 0 };
  const union = seqs.map(({ text }) => `SELECT card.seq FROM ${text}`).join(" UNION ");
  const params = seqs.flatMap((one) => one.params);
  const total = Number(replica.statements.of(`SELECT count(*) AS n FROM (${union})`).get(...params)?.["n"]);
  const rows = replica.statements
    .of(`SELECT card.seq FROM card WHERE card.seq IN (${union}) ORDER BY card.name, card.id LIMIT ?`)
    .all(...params, limit);
  return {
    cards: cardsOf(
      replica,
      rows.map(({ seq }) => Number(seq)),
    ),
    total,
  };
}

function placeSql({ direction, type, field }: RelatedPlace, card: Card, visible: Sql): { from: Sql; order: string } {
  if (direction === "namedBy") {
    return {
      from: {
        text: `card WHERE ${namedBy} AND card.type_id = ? AND ${visible.text}`,
        params: [card.id, field.id, type.id, ...visible.params],
      },
      order: "card.name, card.id",
    };
  }
  const targets = linksOf(card.fields).flatMap(({ fieldId, target }) => (fieldId === field.id ? [target] : []));
  return {
    from: {
      text: `json_each(?) AS wanted JOIN card ON card.id = ${shownInstead("wanted.value")} WHERE ${visible.text}`,
      params: [JSON.stringify(targets), ...visible.params],
    },
    order: "wanted.key",
  };
}

/** The names of the cards in these values, for display. */
export async function relatedNames(orgId: OrgId, scope: Scope, all: readonly Card["fields"][]): Promise<CardNames> {
  return namesOf(await openReplica(orgId), scope, all);
}

/** Names of the cards within the scope, including trashed ones: for the record of who trashed them. */
export async function namesAnywhere(orgId: OrgId, scope: Scope, cardIds: readonly CardId[]): Promise<CardNames> {
  return namesOfCards(await openReplica(orgId), scope, new Set(cardIds), "anywhere");
}

/** Names of those cards that can be named: existing, not in the trash, within the actor's scope. */
export async function findNames(orgId: OrgId, scope: Scope, cardIds: ReadonlySet<Card["id"]>): Promise<CardNames> {
  return namesOfCards(await openReplica(orgId), scope, cardIds);
}

/** A card that names another in one of its fields. */
export interface Mention {
  readonly cardId: CardId;
  readonly typeId: string;
  readonly name: string;
  readonly fieldId: string;
}

/** Every card in the scope that names one of these, also in the trash; they themselves are left out. */
export async function mentionsOf(orgId: OrgId, scope: Scope, cardIds: readonly CardId[]): Promise<Mention[]> {
  const { statements } = await openReplica(orgId);
  const visible = scopeSql(scope, "card.");
  const ids = JSON.stringify(cardIds);
  return statements
    .of(
      `SELECT card.id, card.type_id, card_link.field, json_extract(card_fields.fields, '$.name') AS name
       FROM card_link JOIN card USING (seq) JOIN card_fields USING (seq)
       WHERE card_link.target IN (SELECT value FROM json_each(?)) AND card.id NOT IN (SELECT value FROM json_each(?)) AND ${visible.text}
       ORDER BY card.id, card_link.field`,
    )
    .all(ids, ids, ...visible.params)
    .flatMap(({ id, type_id: typeId, field, name }) =>
      isCardId(id)
        ? [{ cardId: id, typeId: String(typeId), name: typeof name === "string" ? name : "", fieldId: String(field) }]
        : [],
    );
}
