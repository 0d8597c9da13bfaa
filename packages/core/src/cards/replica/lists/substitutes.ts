import { inTime } from "../../../data/replica/question-time.ts";
import { ReplicaDatabase } from "../../../data/replica/database.ts";
import { and, type Sql } from "../../../data/replica/sql.ts";
import type { Replica } from "../../../data/replica/index.ts";
import type { CardId, OrgId } from "../../../kernel/id.ts";
import type { Scope } from "../../../kernel/scope.ts";
import { cardProjection } from "../../projection.ts";
import type { CardList, CardQuery } from "../../query/schema.ts";
import type { Card, CardType } from "../../schema.ts";
import { namesOf } from "../links.ts";
import { cardsOf } from "../rows.ts";
import { from, select, type Selection } from "./selection.ts";
import { summed, type Totals, totalsOf } from "./totals.ts";

/** States of cards that a list has in place of the present ones, in a replica of their own. */
export class Substitutes {
  readonly replica: Replica;
  readonly #database = ReplicaDatabase.empty([cardProjection]);

  constructor(orgId: OrgId, type: CardType) {
    const { db, statements, indexes } = this.#database;
    this.#database.putAll([{ typeId: type.id, version: type.version, definition: type }], cardProjection);
    this.replica = { orgId, db, statements, indexes };
  }

  add(cards: readonly Card[]): void {
    this.#database.putAll(
      cards.map(({ id, trashedAt, ...card }) => ({ ...card, cardId: id, ...(trashedAt ? { trashedAt } : {}) })),
      cardProjection,
    );
  }

  close(): void {
    this.#database.close();
  }
}

export interface ListQuestion extends CardQuery {
  readonly cursor: number;
  readonly limit: number;
  readonly sums: readonly string[];
}

interface Parts {
  readonly replica: Replica;
  /** Of the present cards. */
  readonly scope: Scope;
  readonly substitutes: Substitutes;
  /** Substitutes in the viewer's sight. */
  readonly visible: readonly CardId[];
  /** Present cards that were last changed later have substitutes, or no place in the list. */
  readonly unchangedSince: string;
}

const everything: Scope = { kind: "organization" };

/** A page of a list in which the present state of some cards is replaced by others, with the totals of both. Without figures. Throws INVALID_INPUT. */
export function listWithSubstitutes(
  query: ListQuestion,
  { replica, scope, substitutes, visible, unchangedSince }: Parts,
): CardList {
  const present = limited(select(replica, scope, query), { text: "updated_at <= ?", params: [unchangedSince] });
  const among = { text: `id IN (SELECT value FROM json_each(?) WHERE ${inTime("value")})`, params: [JSON.stringify(visible)] };
  const others = limited(select(substitutes.replica, everything, query), among);
  const { cursor, limit } = query;
  // At most all substitutes come before the page.
  const skipped = Math.max(0, cursor - visible.length);
  const ownRows = placesOf(replica, present, cursor + limit - skipped, skipped);
  const otherRows = placesOf(substitutes.replica, others, cursor + limit, 0);
  const rows = merged(ownRows, otherRows, present)
    .slice(cursor - skipped, cursor - skipped + limit)
    .flatMap((place) => cardsOf(place.of, [place.seq]));
  const totals = [totalsIn(replica, present, query), totalsIn(substitutes.replica, others, query)] as const;
  const total = totals[0].total + totals[1].total;
  return {
    rows,
    related: namesOf(
      replica,
      scope,
      rows.map((row) => row.fields),
    ),
    total,
    sums: addedUp(totals[0].sums, totals[1].sums),
    nextCursor: cursor + rows.length < total && rows.length > 0 ? cursor + rows.length : null,
  };
}

const limited = (selection: Selection, condition: Sql): Selection => ({
  ...selection,
  where: and([selection.where, condition]),
  isAll: false,
});

const totalsIn = (replica: Replica, selection: Selection, { sums, cardTypeId }: ListQuestion): Totals =>
  totalsOf(replica, selection, summed(selection.table, sums), cardTypeId);

type Key = string | number | null;

/** A card's place in the order: what it is sorted by, and its id. */
interface Place {
  readonly of: Replica;
  readonly seq: number;
  readonly keys: readonly Key[];
}

function placesOf(replica: Replica, selection: Selection, limit: number, offset: number): Place[] {
  const { where, orderBy, sorted } = selection;
  const keys = [...sorted.map(({ sortSql }) => sortSql), "id"].map((sql, at) => `${sql} AS k${at}`).join(", ");
  return replica.statements
    .of(`SELECT seq, ${keys} FROM ${from(selection, sorted)} WHERE ${where.text} ORDER BY ${orderBy} LIMIT ? OFFSET ?`)
    .all(...where.params, limit, offset)
    .map((row) => ({
      of: replica,
      seq: Number(row["seq"]),
      keys: [...sorted, "id"].map((_, at) => row[`k${at}`] as Key), // columns of cards are texts and numbers
    }));
}

/** Two lists in the selection's order as one. */
function merged(some: readonly Place[], others: readonly Place[], { directions }: Selection): Place[] {
  return [...some, ...others].toSorted((one, other) => {
    for (const [at, key] of one.keys.entries()) {
      const order = compared(key, other.keys[at] ?? null, directions[at] === "desc");
      if (order !== 0) return order;
    }
    return 0;
  });
}

/** As SQLite orders them: nothing comes last, numbers before texts, texts by their bytes. */
function compared(one: Key, other: Key, isDescending: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const order =
    typeof one === "string" && typeof other === "string"
      ? Buffer.compare(Buffer.from(one), Buffer.from(other))
      : typeof one === typeof other
        ? Number(one) - Number(other)
        : typeof one === "number"
          ? -1
          : 1;
  return isDescending ? -order : order;
}

const addedUp = (one: CardList["sums"], other: CardList["sums"]): CardList["sums"] =>
  Object.fromEntries(
    Object.entries(one).map(([fieldId, { sum, count }]) => {
      const more = other[fieldId] ?? { sum: 0, count: 0 };
      const [total, all] = [sum + more.sum, count + more.count];
      return [fieldId, { sum: total, count: all, average: all === 0 ? null : total / all }];
    }),
  );
