import { inTime } from "../../data/replica/question-time.ts";
import type { CardId, CardTypeId, OrgId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { openReplica } from "../../replicas.ts";
import { type FieldContext, identifyingValue, isEmpty, searchResultOf } from "../rules.ts";
import type { Card, CardType, Field, FieldValues } from "../schema.ts";
import type { SearchResult } from "../query/schema.ts";
import { columnValue } from "./columns.ts";
import { fold } from "../../kernel/fold.ts";
import { cardsOf, isCardId } from "./rows.ts";
import { scopeSql } from "./scope.ts";
import { searchCards } from "./search/search.ts";
import { searchDocument } from "./search/search-terms.ts";
import { areSimilarNames, searchedName } from "./search/similar-names.ts";
import { from, select } from "./lists/selection.ts";
import { type Sql, and, or } from "../../data/replica/sql.ts";
import { cardTablesOf } from "./tables.ts";

const most = 20;

/**
 * Cards of the type that may be duplicates of one with these values: the same e-mail, phone or name, compared folded. Newest first, at most twenty. For
 * warnings only; locks guard identifiers.
 */
export async function findByIdentifiers(
  orgId: OrgId,
  scope: Scope,
  input: { readonly typeId: CardTypeId; readonly fields: FieldValues; readonly exceptCardId?: CardId | undefined },
): Promise<Card[]> {
  const replica = await openReplica(orgId);
  const type = cardTablesOf(replica.db).find(input.typeId)?.type;
  if (!type) return [];
  const selection = select(replica, scope, { cardTypeId: type.id });
  const same: Sql[] = type.fields.flatMap((field) => {
    const value = input.fields[field.id];
    const column = selection.table.columns.get(field.id);
    const identifies = field.id === "name" || field.type === "email" || field.type === "phone";
    if (!identifies || !column || isEmpty(value)) return [];
    const held = columnValue(field, value);
    if (typeof held !== "string") return [];
    // The text index narrows it down to a few rows, so the columns need no index of their own.
    const { terms } = searchDocument(type, field.id === "name" ? { name: value } : { [field.id]: value });
    const plain = terms.split(" ").filter((term) => /^[\p{L}\p{N}]+$/u.test(term) && !/\p{Co}/u.test(term));
    const match = plain.map((term) => `"${term}"`).join(" AND ");
    if (match === "") return [];
    return [
      {
        text: `(seq IN (SELECT rowid FROM card_term WHERE card_term MATCH ? AND ${inTime("rowid")}) AND ${column.sql} = ?)`,
        params: [match, fold(held)],
      },
    ];
  });
  if (same.length === 0) return [];
  const others: Sql = input.exceptCardId ? { text: "id <> ?", params: [input.exceptCardId] } : { text: "1", params: [] };
  const where = and([scopeSql(scope, "", type.id), others, or(same)]);
  const rows = replica.statements
    .of(`SELECT seq FROM ${from(selection)} WHERE ${where.text} ORDER BY id DESC LIMIT ${most}`)
    .all(...where.params);
  return cardsOf(
    replica,
    rows.map((row) => Number(row["seq"])),
  );
}

/**
 * The cards of the type whose field has one of these values, compared as identifiers are: several where several have it. Outside the trash and within the
 * scope.
 */
export async function findByValues(
  orgId: OrgId,
  scope: Scope,
  type: CardType,
  field: Field,
  values: readonly unknown[],
  context: FieldContext,
): Promise<Map<string, CardId[]>> {
  const replica = await openReplica(orgId);
  const selection = select(replica, scope, { cardTypeId: type.id });
  const column = selection.table.columns.get(field.id);
  const found = new Map<string, CardId[]>();
  if (!column) return found;
  const held = values.map((value) => columnValue(field, value)).filter((value) => value !== null);
  const wanted = new Set(values.map((value) => identifyingValue(field, { [field.id]: value }, context)));
  const { where } = selection;
  const rows = replica.statements
    .of(
      `SELECT id, (SELECT fields FROM card_fields WHERE card_fields.seq = cards.seq) AS fields FROM ${from(selection)} AS cards
       WHERE ${where.text} AND ${column.sql} IN (SELECT value FROM json_each(?))`,
    )
    .all(...where.params, JSON.stringify(held));
  for (const { id, fields } of rows) {
    // The column is coarser than the identifier: it holds texts without accents.
    const key = identifyingValue(field, JSON.parse(String(fields)) as FieldValues, context); // as it was stored
    if (key === undefined || !wanted.has(key) || !isCardId(id)) continue;
    found.set(key, [...(found.get(key) ?? []), id]);
  }
  return found;
}

const mostSimilar = 5;

/** Cards of the type to warn of: the same e-mail, phone or name first, then names that are similar across scripts and typing errors. At most five. */
export async function findSimilar(
  orgId: OrgId,
  scope: Scope,
  type: CardType,
  values: FieldValues,
  exceptCardId: CardId | undefined,
): Promise<SearchResult[]> {
  const name = typeof values["name"] === "string" ? values["name"] : "";
  const same = await findByIdentifiers(orgId, scope, { typeId: type.id, fields: values, exceptCardId });
  const { results } = await searchCards(orgId, scope, {
    query: searchedName(name),
    cardTypeIds: [type.id],
    cursor: 0,
    limit: most,
  });
  const alike = results.filter((result) => result.id !== exceptCardId && areSimilarNames(name, result.name));
  const all = [...same.map((card) => searchResultOf(type, card)), ...alike];
  return all.filter(({ id }, at) => all.findIndex((other) => other.id === id) === at).slice(0, mostSimilar);
}
