import { ReplicaDatabase } from "../../data/replica/database.ts";
import type { Replica } from "../../data/replica/index.ts";
import { cardProjection } from "../projection.ts";
import { type Card, CardTypeSchema, type CardType } from "../schema.ts";
import { from, type Selection } from "./lists/selection.ts";

/** A card type from the fields under test. */
export const typeOf = (fields: readonly object[], more: object = {}): CardType =>
  CardTypeSchema.parse({
    id: "typ_01J0000000000000000000TEST",
    slug: "tests",
    apiName: "test",
    name: "Test",
    pluralName: "Tests",
    hue: "blue",
    order: 1,
    version: 1,
    fields,
    ...more,
  });

/** A replica without a feed: these types and cards as if the table had them. */
export function replicaOf(types: readonly CardType[], cards: readonly Card[]): Replica & { readonly database: ReplicaDatabase } {
  const database = ReplicaDatabase.empty([cardProjection]);
  database.putAll(
    [
      ...types.map((type) => ({ typeId: type.id, version: type.version, definition: type })),
      ...cards.map(({ id, trashedAt, ...card }) => ({ ...card, cardId: id, ...(trashedAt ? { trashedAt } : {}) })),
    ],
    cardProjection,
  );
  return { orgId: "org_test", db: database.db, statements: database.statements, indexes: database.indexes, database };
}

/** Ids of the selected cards, in order. */
export const idsOf = (replica: Replica, selection: Selection): string[] =>
  replica.db
    .prepare(`SELECT id FROM ${from(selection, selection.sorted)} WHERE ${selection.where.text} ORDER BY ${selection.orderBy}`)
    .all(...selection.where.params)
    .map((row) => String(row["id"]));
